import { expect } from "chai";
import { describeWithMlirOpt, itLong } from "@passwright/development";
import { cse } from "@passwright/plugin-transforms";
import { expectAsMlirOpt, expectAsMlirOptOnCorpus, expectAsMlirOptOnRandom } from "./as-mlir-opt.ts";
import { runPass } from "./run-pass.ts";

const load = '"memref.load"(%m, %i) : (memref<8xi32>, index) -> i32';

/**
 * Returns a function with the given lines and the arguments `%a: i32`, `%b: i32`, `%c: i1`, `%i: index` and `%m:
 * memref<8xi32>`. After the lines, the function uses the values in `used`.
 */
function inFunction(lines: readonly string[], used: readonly string[] = []): string {
  const types = used.map(() => "i32").join(", ");
  return `"builtin.module"() ({
    "func.func"() <{function_type = (i32, i32, i1, index, memref<8xi32>) -> (), sym_name = "f"}> ({
    ^bb0(%a: i32, %b: i32, %c: i1, %i: index, %m: memref<8xi32>):
      ${lines.join("\n      ")}
      "toy.use"(${used.join(", ")}) : (${types}) -> ()
      "func.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()`;
}

const add = (left: string, right: string): string =>
  `"arith.addi"(${left}, ${right}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32`;

/** Handwritten programs. Each program tests one rule of the algorithm. */
const cases: Readonly<Record<string, string>> = {
  "swapped operands of a commutative operation": inFunction(
    [`%0 = ${add("%a", "%b")}`, `%1 = ${add("%b", "%a")}`],
    ["%0", "%1"],
  ),
  "swapped operands inside a region, which count as different": inFunction(
    [0, 1].map(
      (
        i,
      ) => `%${i} = "scf.if"(%c) ({ %s = ${i === 0 ? add("%a", "%b") : add("%b", "%a")} "scf.yield"(%s) : (i32) -> () },
        { "scf.yield"(%a) : (i32) -> () }) : (i1) -> i32`,
    ),
    ["%0", "%1"],
  ),
  "equal regions with a loop": inFunction(
    [0, 1].map(
      (i) => `%${i} = "scf.for"(%i, %i, %i, %a) ({ ^bb0(%k: index, %x: i32): %s = ${add("%x", "%b")}
        %t = ${add("%s", "%x")} "scf.yield"(%t) : (i32) -> () }) : (index, index, index, i32) -> i32`,
    ),
    ["%0", "%1"],
  ),
  "reads with nothing in between, with a free, a write, a read in a region, a call": inFunction(
    [
      `%0 = ${load}`,
      `%1 = ${load}`,
      '"memref.dealloc"(%m) : (memref<8xi32>) -> ()',
      `%2 = ${load}`,
      '"memref.store"(%a, %m, %i) : (i32, memref<8xi32>, index) -> ()',
      `%3 = ${load}`,
      `"scf.if"(%c) ({ %n = ${load} "toy.use"(%n) : (i32) -> () "scf.yield"() : () -> () }, {}) : (i1) -> ()`,
      `%4 = ${load}`,
      `%r = "scf.if"(%c) ({ %n = ${load} "scf.yield"(%n) : (i32) -> () }, { "scf.yield"(%a) : (i32) -> () }) : (i1) -> i32`,
      `%5 = ${load}`,
      '"func.call"() <{callee = @f}> : () -> ()',
      `%6 = ${load}`,
    ].map((line) => line.replace('"func.call"() <{callee = @f}>', '"toy.call"()')),
    ["%0", "%1", "%2", "%3", "%4", "%r", "%5", "%6"],
  ),
  "a value that another dead value uses stays": inFunction([`%0 = ${add("%a", "%a")}`, `%1 = ${add("%0", "%0")}`]),
  "a graph region with uses before definitions": `"builtin.module"() ({
    %x = "arith.xori"(%y, %c) : (i32, i32) -> i32
    %c = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %d = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %y = "arith.xori"(%x, %d) : (i32, i32) -> i32
    %z = "arith.xori"(%x, %c) : (i32, i32) -> i32
    "toy.use"(%d, %y, %z) : (i32, i32, i32) -> ()
  }) : () -> ()`,
  "an unregistered operation, which may be isolated": inFunction(
    [
      '%0 = "arith.constant"() <{value = 1 : i32}> : () -> i32',
      '"toy.graph"() ({ %1 = "arith.constant"() <{value = 1 : i32}> : () -> i32',
      '%2 = "arith.constant"() <{value = 1 : i32}> : () -> i32 "toy.use"(%1, %2) : (i32, i32) -> () }) : () -> ()',
    ],
    ["%0"],
  ),
};

describe("cse", () => {
  it("counts merged and dead operations", () => {
    const dead = `%dead = ${add("%b", "%b")}`;
    const lines = [`%0 = ${add("%a", "%b")}`, dead, `%1 = ${add("%a", "%b")}`, `%2 = ${add("%b", "%a")}`];
    const { statistics, text } = runPass(cse, inFunction(lines, ["%0", "%1", "%2"]));
    expect(statistics).to.deep.equal({ "num-cse'd": 2, "num-dce'd": 1 });
    expect(text).to.contain('"toy.use"(%0, %0, %0)');
  });

  itLong("copes with regions nested five thousand deep", () => {
    const depth = 5000;
    const open = '"scf.if"(%c) ({\n'.repeat(depth);
    const close = '"scf.yield"() : () -> () }, {}) : (i1) -> ()\n'.repeat(depth);
    const { statistics } = runPass(
      cse,
      inFunction([`${open}%0 = ${add("%a", "%a")} "toy.use"(%0) : (i32) -> ()`, close]),
    );
    expect(statistics).to.deep.equal({ "num-cse'd": 0, "num-dce'd": 0 });
  });
});

describeWithMlirOpt("cse, against mlir-opt", () => {
  it("agrees on each case", () => expectAsMlirOpt(cse, Object.values(cases), { names: Object.keys(cases) }));
  it("agrees on random programs", () => expectAsMlirOptOnRandom(cse, { seed: 1, count: 40 }));
  it("agrees on random programs, run on each function", () =>
    expectAsMlirOptOnRandom(cse, { seed: 100, count: 30 }, { anchor: "func.func" }));
  it("agrees on random programs with unregistered operations", () =>
    expectAsMlirOptOnRandom(cse, { seed: 200, count: 30, unregistered: true }));
  it("agrees on random programs with locations, which merged operations hand on", () =>
    expectAsMlirOptOnRandom(cse, { seed: 300, count: 30, locations: true }));
  it("agrees on more random programs", () => expectAsMlirOptOnCorpus("cse"));
});
