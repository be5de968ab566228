import { describeWithMlirOpt } from "@passwright/development";
import { expectAsMlirOptOnCorpus, expectPipelineAsMlirOpt } from "./as-mlir-opt.ts";

const program = `module {
  func.func @a() { return }
  func.func nested @b() { return }
  func.func private @c()
  module @m { func.func @inner() { return } }
  module { func.func @unnamed() { return } }
  memref.global @g : memref<2xi32>
}`;

describeWithMlirOpt("symbol-privatize, against mlir-opt", () => {
  for (const pipeline of [
    "symbol-privatize",
    "symbol-privatize{exclude=a,m}",
    "symbol-privatize{exclude=}",
    "builtin.module(symbol-privatize{exclude=inner})",
    "func.func(symbol-privatize)",
    "symbol-privatize{exclude=a},symbol-dce",
  ]) {
    it(`agrees on ${pipeline}`, () => expectPipelineAsMlirOpt(pipeline, [program]));
  }

  it("agrees on random programs", () => expectAsMlirOptOnCorpus("symbol-privatize{exclude=f0,f2}"));
});
