import { describeWithMlirOpt, generateFlowProgram, itLong, samples } from "@passwright/development";
import { expect } from "chai";
import { expectAsMlirOptWhereItSucceeds, expectPipelineAsMlirOpt } from "./as-mlir-opt.ts";
import { runPipeline } from "./run-pass.ts";

const cases: Readonly<Record<string, string>> = {
  "arguments and results of private functions": `
    func.func private @p(%a: i32, %b: i32) -> (i32, i32) {
      %0 = arith.addi %a, %a : i32
      return %0, %b : i32, i32
    }
    func.func @f(%a: i32) -> i32 {
      %0:2 = call @p(%a, %a) : (i32, i32) -> (i32, i32)
      return %0#1 : i32
    }`,
  "attributes of dead arguments": `
    func.func private @p(%a: i32 {t.a}, %b: i32 {t.b}) -> (i32 {t.c}, i32) { return %b, %b : i32, i32 }
    func.func @f(%a: i32) -> i32 {
      %0:2 = call @p(%a, %a) : (i32, i32) -> (i32, i32)
      return %0#1 : i32
    }`,
  "values of blocks": `
    func.func @f(%a: i32, %c: i1) -> i32 {
      %0 = arith.addi %a, %a : i32
      cf.cond_br %c, ^b(%0, %a : i32, i32), ^c
    ^b(%x: i32, %y: i32):
      %1 = arith.addi %x, %0 : i32
      cf.br ^c
    ^c:
      return %a : i32
    }`,
  "values of loops": `
    func.func @f(%n: index, %a: i32) -> i32 {
      %0:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %a) -> (i32, i32) {
        %1 = arith.addi %x, %x : i32
        %2 = arith.addi %y, %a : i32
        scf.yield %1, %2 : i32, i32
      }
      return %0#1 : i32
    }`,
  "functions of nested modules": `
    module @inner {
      func.func private @p(%a: i32, %b: i32) -> (i32, i32) {
        %0 = arith.addi %a, %a : i32
        return %0, %b : i32, i32
      }
      func.func @f(%a: i32) -> i32 {
        %0:2 = call @p(%a, %a) : (i32, i32) -> (i32, i32)
        return %0#0 : i32
      }
    }
    module {
      func.func private @p(%a: i32) -> i32 { return %a : i32 }
      func.func @g(%a: i32) {
        %0 = call @p(%a) : (i32) -> i32
        return
      }
    }`,
  "conditions with effects": `
    func.func @f(%a: i32, %c: i1, %m: memref<i32>) -> i32 {
      %0:2 = scf.if %c -> (i32, i32) {
        memref.store %a, %m[] : memref<i32>
        scf.yield %a, %a : i32, i32
      } else {
        %z = arith.addi %a, %a : i32
        scf.yield %z, %a : i32, i32
      }
      return %0#1 : i32
    }`,
};

describe("remove-dead-values", () => {
  // mlir-opt erases the additions, and leaves a return without an operand.
  it("keeps the results of a function whose callers it does not see", () => {
    const program = `func.func private @f(%a: i32, %n: index, %end: index, %m: memref<i32>) -> (i32, i32) {
  %dead = arith.muli %a, %a : i32
  %sum = arith.addi %a, %a : i32
  %last = scf.for %i = %n to %end step %n iter_args(%x = %a) -> (i32) {
    memref.store %a, %m[] : memref<i32>
    %next = arith.addi %x, %x : i32
    scf.yield %next : i32
  }
  return %sum, %last : i32, i32
}`;
    const { text } = runPipeline("func.func(remove-dead-values)", program);
    expect(text).to.equal(runPipeline("", program.replace(/ *%dead.*\n/, "")).text);
  });
});

describeWithMlirOpt("remove-dead-values, against mlir-opt", () => {
  for (const pipeline of ["remove-dead-values", "remove-dead-values{canonicalize=false}"]) {
    it(`agrees on each case: ${pipeline}`, () =>
      expectPipelineAsMlirOpt(pipeline, Object.values(cases), { names: Object.keys(cases) }));
  }

  // Compares only programs on which mlir-opt succeeds. On about half of the programs, mlir-opt crashes or creates
  // operations without operands.
  for (const options of ["", "{canonicalize=false}"]) {
    itLong(`agrees on random programs${options}`, () => {
      const count = options === "" ? 600 : 150;
      const programs = Array.from({ length: count }, (_, seed) =>
        generateFlowProgram(seed, { unreachable: false, blocks: seed % 4 === 0, slots: false }),
      );
      expect(expectAsMlirOptWhereItSucceeds(`remove-dead-values${options}`, programs)).to.be.greaterThan(count / 3);
    });
  }

  it("agrees on some random programs", () => {
    const programs = Array.from({ length: samples(96) }, (_, seed) =>
      generateFlowProgram(seed, { functions: 2, unreachable: false, blocks: false, slots: false }),
    );
    expectAsMlirOptWhereItSucceeds("remove-dead-values", programs);
  });
});
