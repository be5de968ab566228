import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { checkGolden, describeProgram, generateProgram, samples } from "@passwright/test-support";
import { outcomeText, runProgram } from "../fake-terminal.ts";
import { LOST_INPUT, LOST_PASSES } from "../lost-passes.ts";
import { makeProject } from "../project.ts";

const flagSets: readonly (readonly string[])[] = [
  ["--pass-pipeline=builtin.module(func.func(canonicalize,cse))", "--mlir-print-debuginfo"],
  ["--pass-pipeline=builtin.module(any(cse,print-op-stats),symbol-dce)", "--mlir-print-op-generic"],
  ["--pass-pipeline=builtin.module(func.func(cse))", "--mlir-pass-statistics", "--split-input-file"],
  ["--pass-pipeline=builtin.module(func.func(cse))", "--mlir-print-ir-after-all"],
];

describe("passwright-opt --threads", function () {
  this.timeout(60_000);

  flagSets.forEach((flags, index) => {
    it(`says and prints what it does without: ${flags.join(" ")}`, async () => {
      for (let i = 0; i < samples(10); i++) {
        const program = generateProgram({ seed: 850_000 + 100 * index + i, functions: 5, operationsPerFunction: 12 });
        const parts = flags.includes("--split-input-file") ? [program.text, program.text] : [program.text];
        const cwd = makeProject({ "in.mlir": parts.join("\n// -----\n") });
        const alone = await runProgram(mainOpt, [...flags, "in.mlir"], { cwd });
        const threaded = await runProgram(mainOpt, [...flags, "--threads", "2", "in.mlir"], { cwd });
        expect(outcomeText(threaded), describeProgram(program)).to.equal(outcomeText(alone));
      }
    });
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
      expect(outcomeText(again)).to.contain(`@bad, in pass \`${pass}\``).and.to.contain(`@bad2, in pass \`${pass}\``);
    };

    it("says where, and keeps the input: a pass that ends the process", () =>
      expectGolden("end-process", "--threads=2"));

    it("the same of a pass that never ends; a time limit alone asks for threads", () =>
      expectGolden("never-end", "--time-limit=.5"));

    it("the same of a pass that takes all memory", () =>
      expectGolden("take-memory", "--threads=2", "--thread-memory=64"));
  });

  it("keeps nested pipelines where they are if told so", async () => {
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
    // Six small functions are not worth a thread.
    expect(await whereRun("--threads=auto")).to.equal("thread = true");
  });

  it("wants a number of threads, and of seconds", async () => {
    const cwd = makeProject({ "in.mlir": LOST_INPUT });
    const errorOf = async (flag: string): Promise<string> =>
      (await runProgram(mainOpt, [flag, "in.mlir"], { cwd })).err;
    expect(await errorOf("--threads=many")).to.equal(
      "passwright-opt: for the --threads option: 'many' value invalid for threads argument!\n",
    );
    expect(await errorOf("--time-limit=0.0")).to.equal(
      "passwright-opt: for the --time-limit option: '0.0' value invalid for seconds argument!\n",
    );
  });
});

/** Marks operations with whether they are worked on in the thread of the program. */
const PRINTS_THREAD = `import { isMainThread } from "node:worker_threads";
import { definePass, definePlugin } from "@passwright/sdk";
const mark = definePass({
  name: "mark-thread",
  anchor: "func.func",
  runOnOperation(op) { op.setAttr("thread", op.context.parseAttribute(String(isMainThread))); },
});
export default definePlugin({ passes: [mark] });
`;
