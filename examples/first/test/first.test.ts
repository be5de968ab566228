import { readFileSync, writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { mlir } from "@passwright/ir";
import { loadSession } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { checkGolden, describeWithMlirOpt, runMlirOpt } from "@passwright/development";

const example = fileURLToPath(new URL("..", import.meta.url));
const input = readFileSync(join(example, "kernel/input.mlir"), "utf8");
const plugins = ["strength", "memory", "release", "batch"].map((name) => `passwright-plugin-${name}`);

/** Returns a config that lists the plugins. The entry of the plugin `batch` also sets the batch size. */
function configOf(names: readonly string[]): string {
  const entry = (name: string): string => (name.endsWith("batch") ? `  - [${name}, { size: 8 }]` : `  - ${name}`);
  return ["framework: .", "plugins:", ...names.map(entry), ...(names.length === 0 ? ["  []"] : [])].join("\n");
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((first, index) =>
    permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

/**
 * Diagnostics of loading each session, as JSON. The diagnostics contain the refused `add…` calls, so the plan and the
 * diagnostics together show the result of every call.
 */
const answers = new WeakMap<Session, string>();

/**
 * Loads the example with a temporary config next to the real config, so that packages are resolved from the same
 * folder.
 */
async function load(names: readonly string[]): Promise<Session> {
  const file = join(example, `passwright.config.test-${process.pid}.yaml`);
  writeFileSync(file, configOf(names));
  try {
    const { session, diagnostics } = await loadSession({ config: file });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(renderDiagnostic).join("\n")).to.equal("");
    answers.set(session as Session, JSON.stringify(diagnostics));
    return session as Session;
  } finally {
    rmSync(file);
  }
}

async function run(session: Session): Promise<string> {
  const made = await session.makeManager();
  if (!made.ok) throw new Error(made.diagnostics.map(renderDiagnostic).join("\n"));
  const parsed = mlir.parse(input, { file: "input.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(renderDiagnostic).join("\n"));
  const result = await session.run(made.manager, parsed.op);
  expect(result.diagnostics.map(renderDiagnostic).join("\n")).to.equal("");
  return mlir.print(parsed.op, { generic: true });
}

/** Returns the plan as text, with the origin of each step. */
function show(session: Session): string {
  const lines = (session.plan?.steps ?? []).map(({ address, nests, origin, because }) => {
    const where = `${origin.name}, ${origin.file ?? ""}:${origin.line ?? ""}`;
    return `${nests.map(({ anchor }) => `${anchor} > `).join("")}${address}  |  ${where}  |  ${because}`;
  });
  return `${lines.join("\n")}\n`;
}

describe("the first example", () => {
  it("plans a pipeline in which every step has its origin", async () => {
    checkGolden(show(await load(plugins)), "plan.txt", import.meta.url);
  });

  it("gives the same plan and call results for every order of its four plugins", async () => {
    const plans = new Set<string>();
    for (const order of permutations(plugins)) {
      const session = await load(order);
      plans.add(`${JSON.stringify(session.plan)} ${answers.get(session)}`);
    }
    expect(plans.size).to.equal(1);
  });

  it("is planned and runs without any one of them", async () => {
    for (const missing of plugins) {
      const session = await load(plugins.filter((name) => name !== missing));
      expect(show(session)).to.not.contain(missing);
      expect(await run(session)).to.not.equal(input);
    }
  });

  it("orders two plugins in one slot by a rule of one of them", async () => {
    const both = show(await load(plugins));
    expect(both.indexOf("strength-reduce")).to.be.lessThan(both.indexOf("hoist-constants"));
    const passes = (await load(plugins)).plan?.steps.map(({ pass }) => pass) ?? [];
    expect(passes.indexOf("hoist-constants")).to.equal(passes.indexOf("strength-reduce") + 1);
    expect(passes.indexOf("arith-expand")).to.equal(passes.indexOf("strength-reduce") + 2);
  });

  it("changes the kernel in the same way every time", async () => {
    expect(await run(await load(plugins))).to.equal(await run(await load(plugins)));
  });
});

describeWithMlirOpt("the first example beside mlir-opt", () => {
  it("has mlir-opt's result for passes of both programs", async () => {
    const ours = await run(await load([]));
    const pipeline = "builtin.module(func.func(cse,arith-expand,cse),symbol-dce)";
    const args = ["--mlir-print-op-generic", `--pass-pipeline=${pipeline}`];
    const theirs = runMlirOpt(args, input);
    expect(theirs.stderr).to.equal("");
    expect(`${ours.trimEnd()}\n`).to.equal(`${theirs.stdout.trimEnd()}\n`);
  });

  it("reads the kernel, and prints it in custom form as mlir-opt does", () => {
    const parsed = mlir.parse(input, { file: "input.mlir" });
    if (!parsed.ok) throw new Error(parsed.diagnostics.map(renderDiagnostic).join("\n"));
    expect(mlir.print(parsed.op, {}).trimEnd()).to.equal(runMlirOpt([], input).stdout.trimEnd());
  });

  it("gives valid IR with all plugins and without each", async () => {
    for (const names of [plugins, ...plugins.map((missing) => plugins.filter((name) => name !== missing))]) {
      const ours = await run(await load(names));
      const theirs = runMlirOpt(["--mlir-print-op-generic"], ours);
      expect(theirs.stderr).to.equal("");
      expect(theirs.stdout.trimEnd()).to.equal(ours.trimEnd());
    }
  });
});
