import { describeWithMlirOpt, generateFlowProgram, itLong, samples } from "@passwright/development";
import { mem2reg } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { expectAsMlirOpt, expectAsMlirOptOnCorpus, expectPipelineAsMlirOpt } from "./as-mlir-opt.ts";
import { runPass } from "./run-pass.ts";
import { writeSlotProgram } from "./slot-programs.ts";

const inFunction = (lines: readonly string[]): string =>
  `func.func @f(%a: i32, %c: i1, %i: index) -> i32 {\n${lines.join("\n")}\n}\n`;

const allocate = "%m = memref.alloca() : memref<i32>";
const load = (name: string): string => `${name} = memref.load %m[] : memref<i32>`;
const store = (value: string): string => `memref.store ${value}, %m[] : memref<i32>`;

const cases: Readonly<Record<string, string>> = {
  "a block": inFunction([
    allocate,
    load("%x"),
    store("%a"),
    load("%y"),
    "%z = arith.addi %x, %y : i32",
    "return %z : i32",
  ]),
  "a merge point": inFunction([
    allocate,
    "cf.cond_br %c, ^a, ^b",
    "^a:",
    store("%a"),
    "cf.br ^b",
    "^b:",
    load("%x"),
    "return %x : i32",
  ]),
  "a merge point whose value is not read": inFunction([
    allocate,
    "cf.cond_br %c, ^a, ^b",
    "^a:",
    store("%a"),
    "cf.br ^b",
    "^b:",
    store("%a"),
    load("%x"),
    "return %x : i32",
  ]),
  "a loop, and both successors of a branch": inFunction([
    allocate,
    "%n = memref.alloca() : memref<1x1xi32>",
    "memref.store %a, %n[%i, %i] : memref<1x1xi32>",
    "cf.br ^a",
    "^a:",
    load("%x"),
    "%l = memref.load %n[%i, %i] : memref<1x1xi32>",
    "%y = arith.addi %x, %l : i32",
    store("%y"),
    "memref.store %x, %n[%i, %i] : memref<1x1xi32>",
    "cf.cond_br %c, ^a, ^a",
  ]),
  "a switch": inFunction([
    allocate,
    store("%a"),
    "cf.switch %a : i32, [default: ^a, 1: ^b(%a : i32), 2: ^a]",
    "^a:",
    load("%x"),
    store("%x"),
    "cf.br ^b(%x : i32)",
    "^b(%p: i32):",
    load("%y"),
    "cf.cond_br %c, ^a, ^c",
    "^c:",
    "return %y : i32",
  ]),
  "unreachable blocks": inFunction([
    allocate,
    store("%a"),
    "cf.br ^b",
    "^a:",
    load("%x"),
    store("%x"),
    "cf.br ^b",
    "^b:",
    load("%y"),
    "cf.cond_br %c, ^b, ^c",
    "^c:",
    store("%c0"),
    "cf.br ^b",
    "^d:",
    "%c0 = arith.constant 0 : i32",
    "cf.br ^c",
  ]).replace(store("%c0"), store("%y")),
  "memory in memory": inFunction([
    allocate,
    "%n = memref.alloca() : memref<memref<i32>>",
    "memref.store %m, %n[] : memref<memref<i32>>",
    "%p = memref.load %n[] : memref<memref<i32>>",
    "memref.store %a, %p[] : memref<i32>",
    "%x = memref.load %p[] : memref<i32>",
    "return %x : i32",
  ]),
  "uses in regions, and slots in regions": inFunction([
    allocate,
    `scf.if %c { ${store("%a")} }`,
    "scf.if %c {",
    "%n = memref.alloca() : memref<i32>",
    "memref.store %a, %n[] : memref<i32>",
    "%l = memref.load %n[] : memref<i32>",
    store("%l"),
    "}",
    load("%x"),
    "return %x : i32",
  ]),
  "other uses": inFunction([
    allocate,
    "%n = memref.cast %m : memref<i32> to memref<i32, strided<[], offset: ?>>",
    store("%a"),
    load("%x"),
    "return %x : i32",
  ]),
  "an unknown terminator": inFunction([
    allocate,
    store("%a"),
    '"t.branch"()[^a, ^b] : () -> ()',
    "^a:",
    store("%a"),
    "cf.br ^b",
    "^b:",
    load("%x"),
    "return %x : i32",
  ]),
  "an unknown region, a graph region, layouts and empty memory": inFunction([
    `"t.region"() ({ ${allocate}\n${load("%x")}\n${store("%a")}\n${load("%y")}\n"t.use"(%x, %y) : (i32, i32) -> () }) : () -> ()`,
    `builtin.module { ${allocate}\n${load("%x")}\n${store("%x")}\n"t.use"(%x) : (i32) -> () }`,
    "%n = memref.alloca() : memref<1xi32, strided<[1], offset: 3>, 3>",
    "memref.store %a, %n[%i] : memref<1xi32, strided<[1], offset: 3>, 3>",
    "%0 = memref.load %n[%i] : memref<1xi32, strided<[1], offset: 3>, 3>",
    "%k = memref.alloca() : memref<0xi32>",
    "memref.store %a, %k[%i] : memref<0xi32>",
    "%unused = memref.alloca() : memref<i32>",
    "return %0 : i32",
  ]),
};

describe("mem2reg", () => {
  it("counts promoted slots and new block arguments", () => {
    const { statistics } = runPass(mem2reg, cases["a loop, and both successors of a branch"]!);
    expect(statistics).to.deep.equal({ "promoted slots": 2, "new block args": 2 });
  });
});

describeWithMlirOpt("mem2reg, against mlir-opt", () => {
  for (const [title, program] of Object.entries(cases)) {
    it(`agrees on ${title}`, () => expectAsMlirOpt(mem2reg, [program], { debugInfo: true }));
  }

  it("agrees on random graphs of blocks", () => {
    const programs = Array.from({ length: samples(100) }, (_, seed) => writeSlotProgram(seed));
    expectAsMlirOpt(mem2reg, programs);
    expectAsMlirOpt(mem2reg, programs.slice(0, samples(20)), { anchor: "func.func" });
  });

  it("agrees on random programs", () => {
    const programs = Array.from({ length: samples(30) }, (_, seed) => generateFlowProgram(seed));
    expectPipelineAsMlirOpt("mem2reg{region-simplify=false}", programs);
  });

  itLong("agrees on many random programs", () => {
    expectAsMlirOpt(
      mem2reg,
      Array.from({ length: 2000 }, (_, seed) => writeSlotProgram(1000 + seed)),
    );
    expectAsMlirOpt(
      mem2reg,
      Array.from({ length: 300 }, (_, seed) => generateFlowProgram(seed)),
    );
  });

  itLong("agrees on programs of all kinds", () => expectAsMlirOptOnCorpus("mem2reg"));
});
