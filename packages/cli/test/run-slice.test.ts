import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const FUNCTIONS = `func.func private @unused() {
  return
}
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.addi %a, %2 : i32
  %4 = arith.addi %a, %2 : i32
  %5 = arith.muli %3, %4 : i32
  return %5 : i32
}
`;

/** Makes a framework with a nested pipeline, and a config that inserts a step into this pipeline. */
const place = (instrument = ""): Workplace =>
  makeWorkplace({
    "passwright.config.yaml": `plugins: ["@passwright/plugin-transforms"]
pipeline: builtin.module(symbol-dce,func.func(cse,canonicalize),symbol-dce)
insert: [{ pass: sccp, after: cse }]
inputs: [in.mlir]
${instrument}`,
    "in.mlir": FUNCTIONS,
  });

/** Returns the standard output of a successful run. */
const output = (told: string): string => /^--- out\n([\s\S]*?)\n--- /.exec(told)?.[1] ?? told;

const timeless = (text: string): string => text.replaceAll(/\d+\.\d+/g, "#").replaceAll(/ +/g, " ");

describe("passwright run --from --until", () => {
  it("runs a slice; slices in a row are the whole plan, after each step", async () => {
    const { passwright, folder } = place();
    await passwright("run", "-o", "whole.mlir");
    const whole = readFileSync(join(folder, "whole.mlir"), "utf8");
    const { steps } = JSON.parse(output(await passwright("plan", "--json"))) as { steps: { address: string }[] };
    const addresses = steps.map(({ address }) => address);
    expect(addresses).to.deep.equal([
      "symbol-dce",
      "cse",
      "passwright.config.yaml::sccp",
      "canonicalize",
      "symbol-dce#2",
    ]);
    const seen = new Set<string>();
    for (const [index, address] of addresses.slice(0, -1).entries()) {
      expect(await passwright("run", "--until", address, "-o", "middle.mlir")).to.contain("exit 0");
      seen.add(readFileSync(join(folder, "middle.mlir"), "utf8"));
      await passwright("run", "--from", addresses[index + 1] as string, "middle.mlir", "-o", "end.mlir");
      expect(readFileSync(join(folder, "end.mlir"), "utf8"), address).to.equal(whole);
    }
    expect(seen.size).to.be.greaterThan(2);
  });

  it("includes both ends, also with a time limit and in threads", async () => {
    const { passwright } = place();
    for (const more of [[], ["--time-limit", "60"], ["--threads", "2"]]) {
      const told = await passwright("run", "--from=cse", "--until=cse", "--mlir-print-ir-before-all", ...more);
      expect(told.match(/IR Dump Before \w+/g), more.join()).to.deep.equal([
        "IR Dump Before CSE",
        "IR Dump Before CSE",
      ]);
    }
  });

  it("refuses steps that are not there, and empty slices", async () => {
    const { passwright } = place();
    expect(await passwright("run", "--from", "canonicalise")).to
      .contain(`error[PWB0801]: the plan has no step \`canonicalise\`
   = steps of the plan: \`symbol-dce\`, \`cse\`, \`passwright.config.yaml::sccp\`, \`canonicalize\`, \`symbol-dce#2\`
help: did you mean \`canonicalize\`?
--- exit 2`);
    expect(await passwright("run", "--from", "canonicalize", "--until", "cse")).to.contain(
      "error[PWB0802]: the slice is empty: `cse` (`until`) is before `canonicalize` (`from`) in the plan",
    );
    expect(await passwright("run", "--from", "")).to.contain("error[PWR0006]: flag `--from` needs a value");
  });
});

describe("passwright run, with flags of passwright-opt", () => {
  it("prints the IR before and after passes", async () => {
    const { passwright } = place();
    const dumps = async (...flags: readonly string[]): Promise<readonly string[] | null> =>
      (await passwright("run", ...flags)).match(/IR Dump (?:Before|After) \w+/g);
    expect(await dumps("--mlir-print-ir-before=canonicalize,symbol-dce", "--until", "canonicalize")).to.deep.equal([
      "IR Dump Before SymbolDCE",
      "IR Dump Before Canonicalizer",
    ]);
    expect(await dumps("--mlir-print-ir-after-all", "--mlir-print-ir-after-change")).to.deep.equal([
      "IR Dump After SymbolDCE",
      "IR Dump After CSE",
      "IR Dump After SCCP",
      "IR Dump After Canonicalizer",
    ]);
    expect(await dumps("--mlir-print-ir-after-failure")).to.equal(null);
    const nested = await passwright("run", "--mlir-print-ir-after=canonicalize", "--mlir-print-ir-module-scope");
    expect(nested).to.contain("('func.func' operation: @f)").and.to.contain("module {\n  func.func @f");
  });

  it("writes the prints into a folder", async () => {
    const { passwright, folder } = place();
    await passwright("run", "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=dumps");
    const files = readdirSync(join(folder, "dumps"), { recursive: true }).map(String);
    expect(files.filter((name) => name.endsWith(".mlir"))).to.have.lengthOf(5);
  });

  it("shows timing and statistics, and goes before the config", async () => {
    const { passwright } = place("instrument: { timing: { display: tree }, printIr: { before: all } }");
    const told = timeless(
      await passwright("run", "--mlir-timing", "--mlir-timing-display=list", "--mlir-pass-statistics"),
    );
    expect(told).to.contain("IR Dump Before").and.to.contain("(S) 2 num-cse'd");
    expect(told).to.contain("Total Execution Time").and.to.not.contain("'func.func' Pipeline\n ----");
    const json = await passwright("run", "--mlir-timing", "--mlir-output-format=json");
    expect(json).to.contain('"wall":');
    const listed = await passwright("run", "--mlir-pass-statistics", "--mlir-pass-statistics-display=list");
    expect(listed).to.contain("CSE\n");
  });

  it("refuses flags that belong to another one, and knows them without `mlir-`", async () => {
    const { passwright } = place();
    for (const [flag, other] of [
      ["--mlir-timing-display=list", "--mlir-timing"],
      ["--mlir-print-ir-module-scope", "--mlir-print-ir-after-all"],
      ["--mlir-pass-statistics-display=list", "--mlir-pass-statistics"],
    ] as const)
      expect(await passwright("run", flag)).to.contain(`help: add \`${other}\`\n--- exit 2`);
    expect(await passwright("run", "--timing")).to.contain("did you mean `--mlir-timing`?");
    expect(await passwright("run", "--statistics")).to.contain("did you mean `--mlir-pass-statistics`?");
  });
});
