import { describeWithMlirOpt, generateFlowProgram, itLong, samples } from "@passwright/development";
import { sroa } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { expectAsMlirOpt, expectAsMlirOptOnCorpus, expectPipelineAsMlirOpt } from "./as-mlir-opt.ts";
import { runPass } from "./run-pass.ts";
import { writeSlotProgram } from "./slot-programs.ts";

const inFunction = (lines: readonly string[]): string =>
  `func.func @f(%a: i32, %c: i1, %i: index) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    ${lines.join("\n")}\nreturn %a : i32\n}\n`;

const cases: Readonly<Record<string, string>> = {
  "elements in the order of their newest uses": inFunction([
    "%m = memref.alloca() : memref<2x2xi32>",
    "%unused = memref.alloca() : memref<2x2xi32>",
    "scf.if %c { memref.store %a, %m[%c0, %c1] : memref<2x2xi32> }",
    "memref.store %a, %m[%c1, %c1] : memref<2x2xi32>",
    "memref.store %a, %m[%c1, %c0] : memref<2x2xi32>",
    "%0 = memref.load %m[%c0, %c1] {nontemporal = true} : memref<2x2xi32>",
  ]),
  "small and large memory": inFunction([
    "%m = memref.alloca() : memref<16xi32>",
    "memref.store %a, %m[%c9] : memref<16xi32>",
    "%n = memref.alloca() : memref<17xi32>",
    "memref.store %a, %n[%c9] : memref<17xi32>",
    "%o = memref.alloca() : memref<1x1xi32>",
    "memref.store %a, %o[%c0, %c0] : memref<1x1xi32>",
    "%p = memref.alloca() : memref<0x4xi32>",
    "memref.store %a, %p[%c0, %c0] : memref<0x4xi32>",
    "%q = memref.alloca(%i) : memref<?xi32>",
    "memref.store %a, %q[%c0] : memref<?xi32>",
  ]),
  "indices that are not constant, or out of bounds": inFunction([
    "%m = memref.alloca() : memref<2xi32>",
    "memref.store %a, %m[%i] : memref<2xi32>",
    "%n = memref.alloca() : memref<2xi32>",
    "memref.store %a, %n[%c9] : memref<2xi32>",
    "%k = arith.constant -1 : index",
    "%o = memref.alloca() : memref<2xi32>",
    "memref.store %a, %o[%k] : memref<2xi32>",
  ]),
  "layouts, memory spaces, alignment and other attributes": inFunction([
    "%m = memref.alloca()[%i] {alignment = 8 : i64, t.a} : memref<2xi32, affine_map<(d0)[s0] -> (d0 + s0)>, 3>",
    "memref.store %a, %m[%c1] : memref<2xi32, affine_map<(d0)[s0] -> (d0 + s0)>, 3>",
  ]),
  "memory in memory, and other uses": inFunction([
    "%m = memref.alloca() : memref<2xmemref<2xi32>>",
    "%n = memref.alloca() : memref<2xi32>",
    "memref.store %n, %m[%c0] : memref<2xmemref<2xi32>>",
    "memref.store %a, %n[%c0] : memref<2xi32>",
    "%o = memref.alloca() : memref<2xi32>",
    "%p = memref.cast %o : memref<2xi32> to memref<?xi32>",
    "memref.store %a, %o[%c0] : memref<2xi32>",
  ]),
  "a graph region": inFunction([
    "builtin.module {",
    "%m = memref.alloca() : memref<2xf32>",
    "%0 = arith.constant 1 : index",
    "%l = memref.load %m[%0] : memref<2xf32>",
    "memref.store %l, %m[%0] : memref<2xf32>",
    "}",
  ]),
};

describe("sroa", () => {
  it("counts destructured slots", () => {
    const { statistics } = runPass(sroa, cases["elements in the order of their newest uses"]!);
    expect(statistics).to.deep.equal({
      "destructured slots": 1,
      "slots with memory benefit": 1,
      "max subelement number": 4,
    });
  });
});

describeWithMlirOpt("sroa, against mlir-opt", () => {
  for (const [title, program] of Object.entries(cases)) {
    it(`agrees on ${title}`, () => expectAsMlirOpt(sroa, [program], { debugInfo: true }));
  }

  it("agrees on random programs", () => {
    const programs = Array.from({ length: samples(60) }, (_, seed) => writeSlotProgram(seed));
    expectAsMlirOpt(sroa, programs);
    expectPipelineAsMlirOpt(
      "sroa,mem2reg,canonicalize",
      Array.from({ length: samples(30) }, (_, seed) => generateFlowProgram(seed)),
    );
  });

  itLong("agrees on many random programs", () => {
    const programs = Array.from({ length: 2000 }, (_, seed) => writeSlotProgram(seed));
    expectAsMlirOpt(sroa, programs);
    expectPipelineAsMlirOpt("func.func(sroa,mem2reg,canonicalize)", programs);
    expectAsMlirOpt(
      sroa,
      Array.from({ length: 300 }, (_, seed) => generateFlowProgram(seed)),
    );
  });

  itLong("agrees on programs of all kinds", () => expectAsMlirOptOnCorpus("sroa"));
});
