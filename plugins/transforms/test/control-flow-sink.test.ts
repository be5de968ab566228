import { describeWithMlirOpt, generateFlowProgram, itLong, samples } from "@passwright/development";
import { controlFlowSink } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { expectAsMlirOpt, expectAsMlirOptOnCorpus } from "./as-mlir-opt.ts";
import { runPass } from "./run-pass.ts";

const inFunction = (lines: readonly string[]): string =>
  `func.func @f(%a: i32, %c: i1, %i: index, %m: memref<i32>) {\n${lines.join("\n")}\nreturn\n}\n`;

const use = (value: string): string => `"t.use"(${value}) : (i32) -> ()`;

const cases: Readonly<Record<string, string>> = {
  "a chain, whose order stays": inFunction([
    "%0 = arith.addi %a, %a : i32",
    "%1 = arith.muli %0, %a : i32",
    "%2 = arith.subi %1, %0 : i32",
    `scf.if %c { ${use("%2")} }`,
  ]),
  "a value that two regions use": inFunction([
    "%0 = arith.addi %a, %a : i32",
    `scf.if %c { ${use("%0")} } else { ${use("%0")} }`,
  ]),
  "nested conditions": inFunction([
    "%0 = arith.addi %a, %a : i32",
    "%1 = arith.subi %a, %a : i32",
    `scf.if %c { scf.if %c { ${use("%0")} } else { ${use("%1")} } ${use("%1")} }`,
  ]),
  "cases of a switch": inFunction([
    "%0 = arith.addi %a, %a : i32",
    "%1 = arith.subi %a, %a : i32",
    `scf.index_switch %i case 1 { ${use("%0")} scf.yield } default { ${use("%1")} scf.yield }`,
  ]),
  "regions that may repeat or always run": inFunction([
    "%0 = arith.addi %a, %a : i32",
    "%1 = arith.subi %a, %a : i32",
    `scf.for %k = %i to %i step %i { ${use("%0")} }`,
    `scf.execute_region { ${use("%1")} scf.yield }`,
  ]),
  "effects, which stay, and operations with regions": inFunction([
    "%0 = memref.load %m[] : memref<i32>",
    "%1 = scf.if %c -> i32 { scf.yield %a : i32 } else { %k = arith.constant 1 : i32 scf.yield %k : i32 }",
    '%2 = "t.value"() : () -> i32',
    `scf.if %c { ${use("%0")} ${use("%1")} ${use("%2")} }`,
  ]),
  "a region with several blocks": inFunction([
    "%0 = arith.addi %a, %a : i32",
    `scf.if %c { scf.execute_region { cf.cond_br %c, ^a, ^b\n^a: ${use("%0")} cf.br ^b\n^b: scf.yield } }`,
  ]),
};

describe("control-flow-sink", () => {
  it("counts the operations that it moves", () => {
    const { statistics } = runPass(controlFlowSink, cases["a chain, whose order stays"]!);
    expect(statistics).to.deep.equal({ "num-sunk": 3 });
  });
});

describeWithMlirOpt("control-flow-sink, against mlir-opt", () => {
  it("agrees on each case", () =>
    expectAsMlirOpt(controlFlowSink, Object.values(cases), { names: Object.keys(cases) }));
  it("agrees on random programs", () => {
    const programs = Array.from({ length: samples(300) }, (_, seed) => generateFlowProgram(seed));
    expectAsMlirOpt(controlFlowSink, programs);
  });

  itLong("agrees on programs of all kinds", () => expectAsMlirOptOnCorpus("control-flow-sink"));
});
