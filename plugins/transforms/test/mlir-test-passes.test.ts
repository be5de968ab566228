import {
  describeWithMlirOpt,
  generateFlowProgram,
  generateFoldableProgram,
  itLong,
  samples,
} from "@passwright/development";
import { expectPipelineAsMlirOpt, expectPrintsAsMlirOpt } from "./as-mlir-opt.ts";

const flows = (count: number, statements: number): readonly string[] =>
  Array.from({ length: samples(count) }, (_, seed) => generateFlowProgram(seed, { functions: 1, statements }));

const foldable = (count: number): readonly string[] =>
  Array.from({ length: samples(count) }, (_, seed) => generateFoldableProgram(seed).text);

describeWithMlirOpt("MLIR's test passes, against mlir-opt", () => {
  it("print the same liveness", () => {
    expectPrintsAsMlirOpt("func.func(test-print-liveness)", flows(48, 0));
  });

  itLong("print the same liveness of many programs", () => {
    expectPrintsAsMlirOpt("func.func(test-print-liveness)", flows(300, 0));
  });

  it("print the liveness of modules and declarations", () => {
    const program = 'module { module @m { func.func private @g()\n%0 = "t.a"(%0) : (i32) -> i32 } }\n';
    expectPrintsAsMlirOpt("builtin.module(test-print-liveness,func.func(test-print-liveness))", [program]);
  });

  for (const iterations of [1, 3]) {
    it(`fold each operation once, with ${iterations} folds in place`, () => {
      expectPipelineAsMlirOpt(
        `func.func(test-single-fold{max-iterations=${iterations}})`,
        foldable(iterations === 1 ? 300 : 50),
      );
    });
  }

  it("fold constants at unknown locations", () => {
    const program = `func.func @f(%a: i32) -> i32 {
      %c1 = arith.constant 1 : i32
      %0 = arith.addi %c1, %c1 : i32
      %1 = arith.muli %0, %a : i32
      return %1 : i32
    }`;
    expectPipelineAsMlirOpt("func.func(test-single-fold)", [program], { debugInfo: true });
  });

  for (const options of ["", "{fold=false}", "{cse-constants=false}", "{top-down=true max-iterations=1}"]) {
    it(`rewrite greedily with ${options === "" ? "default options" : options}`, () => {
      expectPipelineAsMlirOpt(`test-greedy-patterns${options}`, foldable(options === "" ? 300 : 50));
    });
  }

  it("run the composite pass until nothing changes", () => {
    expectPipelineAsMlirOpt("test-composite-fixed-point-pass", flows(300, 11));
  });
});
