import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { describeWithMlirOpt, runMlirOpt, sampleOf } from "@passwright/development";
import { outcomeText, runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

const a = "func.func @a() { return }";
const b = "func.func @b() { return }";

const inputs: readonly string[] = [
  `${a}\n// -----\n${b}\n`,
  `${a} // -----\n${b}\n`,
  `${a}\n// -----   func.func @c() { return }`,
  `${a}\n// ----- foo\n${b}\n`,
  `${a}\n// ----\n${b}\n`,
  `${a}\n// ---\n${b}\n`,
  `${a}\n// ------\n${b}\n`,
  `${a}\n// -----`,
  `${a}\n// -----\n`,
  `${a}\n// -----0\n${b}\n`,
  `${a}\n// ---`,
  `// -----\n${a}\n`,
  `\n// -----\n${a}\n// -----\n\n// -----\n${b}`,
  `${a}\n// -----\nfunc.func @b( { return }\n// -----\n${b}\n`,
  `${a}\n// -----\nfunc.func @b() -> i32 { return }\n// -----\n\tfunc.func @a(\n`,
  "",
];

async function bothSay(args: readonly string[], input: string): Promise<{ ours: string; theirs: string }> {
  const { stdout, stderr, code } = runMlirOpt(args, input);
  const ours = await runProgram(mainOpt, args, { cwd: makeProject({}), input });
  return { ours: outcomeText(ours), theirs: outcomeText({ code, out: stdout, err: stderr }) };
}

describeWithMlirOpt("--split-input-file beside mlir-opt", () => {
  for (const input of sampleOf(inputs)) {
    it(`splits ${JSON.stringify(input)}`, async () => {
      // Does not use `--mlir-print-debuginfo` for these inputs, because the operation in the note is printed without a
      // location.
      const locations = input.includes("i32") ? [] : ["--mlir-print-debuginfo"];
      for (const args of [[], locations, ["--cse", "--output-split-marker=// next"]]) {
        const { ours, theirs } = await bothSay(["--split-input-file", ...args], input);
        expect(ours).to.equal(theirs);
      }
    });
  }

  it("takes another marker, and joins with another", async () => {
    const input = `${a}\n//====\n${b}\n//ab //\n${a}`;
    const flags = [["--split-input-file="], ["--split-input-file=//===="], ["-split-input-file=//ab //"], []];
    for (const split of flags) {
      for (const join of [[], ["--output-split-marker="], ["--output-split-marker", "--"]]) {
        const { ours, theirs } = await bothSay([...split, ...join], input);
        expect(ours, split.join(" ")).to.equal(theirs);
      }
    }
  });
});

describe("--split-input-file", () => {
  it("refuses a marker that would split nothing", async () => {
    const done = await runProgram(mainOpt, ["--split-input-file=ab"], { cwd: makeProject({}), input: a });
    expect(outcomeText(done)).to.equal(`--- err
passwright-opt: for the --split-input-file option: a split marker must have at least three characters, not 2!
--- exit 1
`);
  });

  it("writes no file when a part fails", async () => {
    const cwd = makeProject({});
    const input = `${a}\n// -----\nfoo\n`;
    const done = await runProgram(mainOpt, ["--split-input-file", "-o", "out.mlir"], { cwd, input });
    expect(done.code).to.equal(1);
    expect(existsSync(join(cwd, "out.mlir"))).to.equal(false);
  });
});
