import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { checkGolden, describeProgram, generateProgram, itLong, sampleOf, samples } from "@passwright/development";
import { outcomeText, runProgram } from "../fake-terminal.ts";
import { LOST_INPUT, LOST_PASSES } from "../lost-passes.ts";
import { makeProject } from "../project.ts";
import { startProgram } from "../start-program.ts";

/** Plugin with a pass that fails, warns or prints, depending on the digit in the name of the function. */
const SPEAKS = `import { definePass, definePlugin } from "@passwright/sdk";
const speak = definePass({
  name: "speak",
  anchor: "func.func",
  statistics: { spoken: "functions spoken of" },
  runOnOperation(op, pass) {
    const name = op.symbolName ?? "";
    if (name.endsWith("1")) pass.emitWarning("this is @" + name);
    if (name.endsWith("2")) pass.print("@" + name + "\\n");
    if (name.endsWith("3")) pass.emitError("not this one");
    if (name.endsWith("4")) throw new Error("too many");
    pass.statistics.spoken.add();
  },
});
export default definePlugin({ passes: [speak] });
`;

const pipeline = (text: string): string => `--pass-pipeline=builtin.module(${text})`;
const simple = pipeline("func.func(canonicalize,cse)");

const flagSets: readonly (readonly string[])[] = [
  [simple, "--mlir-print-debuginfo"],
  [simple],
  [simple, "--verify-each=0", "--mlir-pass-statistics"],
  [],
  [pipeline("func.func(cse),any(canonicalize)"), "--mlir-pass-statistics", "--mlir-pass-statistics-display=list"],
  [pipeline("any(cse,print-op-stats),symbol-dce"), "--mlir-print-op-generic"],
  [pipeline("func.func(cse)"), "--mlir-pass-statistics", "--split-input-file"],
  [pipeline("func.func(cse)"), "--mlir-print-ir-after-all"],
  [simple, "--mlir-print-ir-after-change", "--mlir-print-ir-before=cse"],
  [simple, "--mlir-timing"],
  [simple, "--log-actions-to=-"],
  [simple, "--mlir-generate-reproducer=r.mlir"],
  [pipeline("func.func(cse,speak)"), "--load-pass-plugin=speaks.js", "--mlir-pass-statistics"],
  [pipeline("func.func(speak,cse)"), "--load-pass-plugin=speaks.js", "--mlir-pass-pipeline-crash-reproducer=r.mlir"],
  [pipeline("func.func(cse,speak)"), "--load-pass-plugin=speaks.js", "--verify-diagnostics"],
];

/** Returns all results of a run except times. */
async function outcomeOf(flags: readonly string[], text: string): Promise<string> {
  const cwd = makeProject({ "in.mlir": text, "speaks.js": SPEAKS });
  const outcome = outcomeText(await runProgram(mainOpt, [...flags, "in.mlir"], { cwd }));
  const reproducer = join(cwd, "r.mlir");
  const kept = existsSync(reproducer) ? `--- r.mlir\n${readFileSync(reproducer, "utf8")}` : "";
  const untimed = flags.includes("--mlir-timing")
    ? outcome.replace(/\d+\.\d+|\( *\d+\.\d+%\)/g, "#").replace(/ +/g, " ")
    : outcome;
  return untimed + kept;
}

describe("passwright-opt --threads", () => {
  for (const flags of sampleOf(flagSets)) {
    it(`has the same output as without: ${flags.join(" ")}`, async () => {
      for (let i = 0; i < samples(4); i++) {
        const program = generateProgram({
          seed: 850_000 + 100 * flagSets.indexOf(flags) + i,
          functions: 5,
          operationsPerFunction: 12,
        });
        const text = i % 2 === 0 ? program.text : await customFormOf(program.text);
        const parts = flags.includes("--split-input-file") ? [text, text] : [text];
        const input = parts.join("\n// -----\n");
        const alone = await outcomeOf([...flags, "--threads=0"], input);
        expect(await outcomeOf([...flags, "--threads=2"], input), describeProgram(program)).to.equal(alone);
      }
    });
  }

  it("reports errors of a text as without threads", async () => {
    for (const text of ["func.func @a() {\n  return\n}\n".repeat(3), "func.func @a() {\n  retrun\n}\n", "}", ""]) {
      expect(await outcomeOf([simple, "--threads=2"], text)).to.equal(await outcomeOf([simple, "--threads=0"], text));
    }
  });

  describe("where a thread is lost", () => {
    const expectGolden = async (pass: string, ...flags: readonly string[]): Promise<void> => {
      const cwd = makeProject({ "lost.js": LOST_PASSES, "in.mlir": LOST_INPUT });
      const pipeline = `builtin.module(func.func(canonicalize,${pass}))`;
      const program = ["--load-pass-plugin=lost.js", ...flags];
      const outcome = await runProgram(mainOpt, [...program, `--pass-pipeline=${pipeline}`, "in.mlir"], { cwd });
      const kept = readFileSync(join(cwd, "in.thread-reproducer.mlir"), "utf8");
      checkGolden(`${outcomeText(outcome)}--- kept\n${kept}\n`, `opt-${pass}.txt`, import.meta.url);
      const again = await runProgram(mainOpt, [...program, "--run-reproducer", "in.thread-reproducer.mlir"], { cwd });
      expect(outcomeText(again)).to.contain(`during pass \`${pass}\` on \`func.func\` @bad:`).and.to.contain("@bad2:");
    };

    itLong("names the position, and keeps the input, if a pass ends the process", () =>
      expectGolden("end-process", "--threads=2"),
    );

    itLong("reports a pass that takes all memory, or ends with it, and does not succeed", async () => {
      const cwd = makeProject({ "lost.js": LOST_PASSES, "in.mlir": LOST_INPUT });
      const flags = ["--load-pass-plugin=lost.js", "--threads=2", "--thread-memory=64", "in.mlir"];
      const pipeline = "--pass-pipeline=builtin.module(func.func(take-memory))";
      // Runs in a separate process, because V8 sometimes ends the whole process instead of the thread.
      const { code, err } = await startProgram("passwright-opt", [...flags, pipeline], { cwd });
      expect(code).not.to.equal(0);
      if (code === 1)
        expect(err).to.contain(
          "in.mlir:4:1: error: a thread ran out of memory during pass `take-memory` on `func.func` @bad",
        );
    });
  });

  it("does not use threads for nested pipelines with the flag", async () => {
    const cwd = makeProject({ "lost.js": PRINTS_THREAD, "in.mlir": LOST_INPUT });
    const whereRun = async (...flags: readonly string[]): Promise<string> => {
      const program = ["--load-pass-plugin=lost.js", "--pass-pipeline=builtin.module(func.func(mark-thread))"];
      const { out } = await runProgram(mainOpt, [...program, ...flags, "in.mlir"], { cwd });
      return [...new Set(out.match(/thread = \w+/g))].join();
    };
    expect(await whereRun()).to.equal("thread = true");
    expect(await whereRun("--threads=2")).to.equal("thread = false");
    expect(await whereRun("--threads=2", "--threads-except=gpu.func,func.func")).to.equal("thread = true");
    expect(await whereRun("--threads=2", "--mlir-disable-threading")).to.equal("thread = true");
    expect(await whereRun("--threads=1")).to.equal("thread = true");
    // Threads do not save time for six small functions.
    expect(await whereRun("--threads=auto")).to.equal("thread = true");
  });

  it("refuses a value that is not a number of threads", async () => {
    const cwd = makeProject({ "in.mlir": LOST_INPUT });
    const errorOf = async (flag: string): Promise<string> =>
      (await runProgram(mainOpt, [flag, "in.mlir"], { cwd })).err;
    expect(await errorOf("--threads=many")).to.equal(
      "passwright-opt: for the --threads option: 'many' value invalid for threads argument!\n",
    );
  });
});

/** Plugin whose pass sets the attribute `thread` of each function: whether the pass runs in the main thread. */
const PRINTS_THREAD = `import { isMainThread } from "node:worker_threads";
import { definePass, definePlugin } from "@passwright/sdk";
const mark = definePass({
  name: "mark-thread",
  anchor: "func.func",
  runOnOperation(op) { op.setAttr("thread", op.context.parseAttribute(String(isMainThread))); },
});
export default definePlugin({ passes: [mark] });
`;

async function customFormOf(text: string): Promise<string> {
  const cwd = makeProject({ "in.mlir": text });
  return (await runProgram(mainOpt, ["in.mlir"], { cwd })).out;
}
