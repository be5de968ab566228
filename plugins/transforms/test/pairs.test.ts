import { describeWithMlirOpt, samples, testLevel } from "@passwright/development";
import { expectPipelineAsMlirOptOnRandom } from "./as-mlir-opt.ts";

const passes = [
  "canonicalize",
  "cse",
  "inline",
  "loop-invariant-code-motion",
  "sccp",
  "strip-debuginfo",
  "symbol-dce",
  "composite-fixed-point-pass{pipeline=cse,loop-invariant-code-motion}",
];

describeWithMlirOpt("two passes, one after the other, against mlir-opt", () => {
  passes.forEach((first, i) => {
    it(`agrees on ${first}, with others after it`, () => {
      passes.forEach((second, j) => {
        // Each pass is the first in some pairs, and the second in others.
        if (testLevel() !== "long" && (i + j) % 3 !== 0) return;
        const seed = 70_000 + 100 * (i * passes.length + j);
        const generation = {
          seed,
          count: samples(10),
          functions: 5,
          operationsPerFunction: 10,
          locations: (i + j) % 2 === 0,
        };
        expectPipelineAsMlirOptOnRandom(`${first},${second}`, generation);
      });
    });
  });
});
