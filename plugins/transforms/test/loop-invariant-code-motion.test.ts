import { describeWithMlirOpt, itLong } from "@passwright/development";
import { loopInvariantCodeMotion } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { expectAsMlirOpt, expectAsMlirOptOnCorpus } from "./as-mlir-opt.ts";
import { runPass } from "./run-pass.ts";

/** Returns a function that contains a loop from %c0 to %c9 with step %c1, and defines values of different kinds. */
function inLoop(lines: readonly string[]): string {
  return `func.func @f(%m: memref<8x?xi32>, %i: index, %a: i32, %n: index, %c: i1, %v: vector<2xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %k0 = arith.constant 0 : i32
    %k1 = arith.constant 1 : i32
    %km = arith.constant -1 : i32
    %v12 = arith.constant dense<[1, 2]> : vector<2xi32>
    %v10 = arith.constant dense<[1, 0]> : vector<2xi32>
    %v1m = arith.constant dense<[1, -1]> : vector<2xi32>
    scf.for %k = %c0 to %c9 step %c1 {
      ${lines.join("\n      ")}
    }
    return
  }`;
}

const division = (divisor: string, type = "i32", left = "%a"): string[] =>
  ["divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui"].map(
    (name) => `%${name} = arith.${name} ${left}, ${divisor} : ${type}`,
  );

const cases: Readonly<Record<string, string>> = {
  "a chain, in the order of its operands": inLoop([
    "%0 = arith.addi %a, %a : i32",
    "%1 = arith.index_cast %k : index to i32",
    "%2 = arith.addi %0, %1 : i32",
    "%3 = arith.muli %0, %a : i32",
    "%4 = arith.subi %3, %0 : i32",
    '"test.use"(%2, %4) : (i32, i32) -> ()',
  ]),
  "division by an unknown value": inLoop(division("%a")),
  "division by one": inLoop(division("%k1")),
  "division by minus one": inLoop(division("%km")),
  "division by zero": inLoop(division("%k0")),
  "division by one bit, which is minus one": inLoop([
    "%one = arith.constant true",
    "%zero = arith.constant false",
    ...division("%one", "i1", "%c"),
    "%none = arith.divui %c, %zero : i1",
  ]),
  "division by vectors": inLoop([...division("%v12", "vector<2xi32>", "%v")]),
  "division by vectors with a zero": inLoop([...division("%v10", "vector<2xi32>", "%v")]),
  "division by vectors with a minus one": inLoop([...division("%v1m", "vector<2xi32>", "%v")]),
  "dimensions that are there, are not, and may be": inLoop([
    "%0 = memref.dim %m, %c0 : memref<8x?xi32>",
    "%1 = memref.dim %m, %c9 : memref<8x?xi32>",
    "%2 = memref.dim %m, %i : memref<8x?xi32>",
  ]),
  "memory, which stays": inLoop([
    "%0 = memref.load %m[%i, %i] : memref<8x?xi32>",
    "%1 = memref.alloc() : memref<8xi32>",
  ]),
  "conditionals and other regions": inLoop([
    "%0 = scf.if %c -> i32 { scf.yield %a : i32 } else { scf.yield %k1 : i32 }",
    "%1 = scf.execute_region -> i32 { scf.yield %a : i32 }",
    "%2 = scf.index_switch %i -> i32 case 1 { scf.yield %a : i32 } default { scf.yield %k1 : i32 }",
    "scf.parallel (%p) = (%c0) to (%c9) step (%c1) { %3 = arith.addi %a, %a : i32 }",
    "scf.forall (%p) in (3) { %4 = arith.addi %a, %a : i32 }",
    "scf.while : () -> () { %5 = arith.subi %a, %a : i32 scf.condition(%c) } do { %6 = arith.subi %a, %k1 : i32 scf.yield }",
    "%7 = scf.if %c -> i32 { %8 = arith.index_cast %k : index to i32 scf.yield %8 : i32 } else { scf.yield %k1 : i32 }",
  ]),
  "inner loops whose step is one, and others": inLoop([
    "scf.for %j = %c0 to %c9 step %c1 { %0 = arith.addi %j, %j : index }",
    "scf.for %j = %c0 to %c9 step %c9 { %0 = arith.addi %j, %j : index }",
    "scf.for %j = %c0 to %n step %n { %0 = arith.addi %n, %n : index }",
  ]),
};

describe("loop-invariant-code-motion", () => {
  itLong("takes linear time for one operation with many operands that are all moved", () => {
    const count = 20_000;
    const lines = Array.from({ length: count }, (_, i) => `%${i} = arith.addi %a, %a : i32`);
    const uses = lines.map((_, i) => `%${i}`).join(", ");
    const types = lines.map(() => "i32").join(", ");
    const { text } = runPass(loopInvariantCodeMotion, inLoop([...lines, `"test.use"(${uses}) : (${types}) -> ()`]));
    expect(text.indexOf('"arith.addi"')).to.be.lessThan(text.indexOf('"scf.for"'));
  });

  itLong("copes with loops nested three thousand deep", () => {
    const depth = 3000;
    const open = "scf.for %k = %c0 to %c9 step %c1 {\n".repeat(depth).replace(/%k/g, (name, at: number) => name + at);
    const { result } = runPass(
      loopInvariantCodeMotion,
      inLoop([`${open}%0 = arith.addi %a, %a : i32`, "}".repeat(depth)]),
    );
    expect(result.succeeded).to.equal(true);
  });
});

describeWithMlirOpt("loop-invariant-code-motion, against mlir-opt", () => {
  it("agrees on each case", () =>
    expectAsMlirOpt(loopInvariantCodeMotion, Object.values(cases), { names: Object.keys(cases) }));
  it("agrees on random programs", () => expectAsMlirOptOnCorpus("loop-invariant-code-motion"));
});
