import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { describeProgram, generateProgram, samples } from "@passwright/test-support";
import { outcomeText, runProgram } from "../fake-terminal.ts";
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
});
