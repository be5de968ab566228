import { describeWithMlirOpt, itLong } from "@passwright/development";
import { sccp } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { expectAsMlirOpt, expectAsMlirOptOnCorpus } from "./as-mlir-opt.ts";
import { changedByFolders } from "./memref-programs.ts";
import { runPass } from "./run-pass.ts";

function inFunction(lines: readonly string[]): string {
  return `func.func @f(%a: i32, %p: i1, %i: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %k5 = arith.constant 5 : i32
    %k6 = arith.constant 6 : i32
    %true = arith.constant true
    %false = arith.constant false
    ${lines.join("\n    ")}
    return
  }`;
}

const use = (value: string): string => `"test.use"(${value}) : (i32) -> ()`;

/**
 * Returns a function that contains each operation on `%x` and a constant, in both operand orders. The constant is a
 * block argument, so only the analysis can find its value.
 */
function onKnown(type: string, constant: string, names: readonly string[]): string {
  const lines = names.flatMap((name) => {
    const [operation = "", results = ""] = name.split(":");
    const suffix = `: ${type}${results}`;
    const many = name.includes("extended") ? ":2" : "";
    const value = operation.replaceAll(/\W/g, "");
    return [
      `%${value}_l${many} = arith.${operation}%x, %z ${suffix}`,
      `%${value}_r${many} = arith.${operation}%z, %x ${suffix}`,
    ];
  });
  return `func.func @f(%x: ${type}) {
    %k = arith.constant ${constant}
    cf.br ^a(%k : ${type})
  ^a(%z: ${type}):
    ${lines.join("\n    ")}
    return
  }`;
}

const integers = (
  "addi subi muli divsi divui remsi remui ceildivsi ceildivui floordivsi andi ori xori shli shrsi shrui maxsi maxui minsi " +
  "minui mulsi_extended mului_extended"
).split(" ");
const comparisons = ["eq", "ne", "slt", "sge", "ult", "uge"].map((predicate) => `cmpi ${predicate}, `);
const floats = "addf subf mulf divf remf maximumf minimumf maxnumf minnumf".split(" ");
const known = [
  ...[0, 1, -1].map((value) =>
    onKnown("i32", `${value} : i32`, [...integers.map((name) => `${name} `), "addui_extended :, i1", ...comparisons]),
  ),
  ...["0.0", "-0.0", "1.0", "0x7F800000"].map((value) =>
    onKnown(
      "f32",
      `${value} : f32`,
      floats.map((name) => `${name} `),
    ),
  ),
];

const cases: Readonly<Record<string, string>> = {
  ...Object.fromEntries(known.map((program, i) => [`constants that only the analysis knows, ${i}`, program])),
  "straight code": inFunction(["%0 = arith.addi %k5, %k6 : i32", use("%0")]),
  "branches that are decided": inFunction([
    "cf.cond_br %false, ^a, ^b(%k5 : i32)",
    "^a:",
    "cf.br ^b(%k6 : i32)",
    "^b(%x: i32):",
    use("%x"),
    "cf.switch %x : i32, [default: ^c(%a : i32), 5: ^c(%k6 : i32), 7: ^c(%a : i32)]",
    "^c(%y: i32):",
    use("%y"),
  ]),
  "branches that are not, to one block": inFunction([
    "cf.cond_br %p, ^a(%k5 : i32), ^a(%k5 : i32)",
    "^a(%x: i32):",
    "cf.cond_br %p, ^b(%k5 : i32), ^b(%k6 : i32)",
    "^b(%y: i32):",
    use("%x"),
    use("%y"),
  ]),
  "a loop of blocks whose value stays": inFunction(
    [
      "cf.br ^a(%k5 : i32)",
      "^a(%x: i32):",
      "%y = arith.muli %x, %x : i32",
      "%z = arith.subi %y, %c : i32",
      "cf.cond_br %p, ^a(%k5 : i32), ^b",
      "^b:",
      use("%z"),
    ].map((line) => line.replace("%c :", "%k6 :")),
  ),
  "regions of scf": inFunction([
    `%w = scf.while (%x = %k5) : (i32) -> i32 { scf.condition(%true) %x : i32 } do { ^bb0(%y: i32):
       %s = arith.addi %y, %k5 : i32 ${use("%s")} scf.yield %k5 : i32 }`,
    `%v = scf.while (%x = %k5) : (i32) -> i32 { scf.condition(%false) %x : i32 } do { ^bb0(%y: i32): scf.yield %y : i32 }`,
    "%e = scf.execute_region -> i32 { cf.cond_br %false, ^a, ^b(%k5 : i32) ^a: cf.br ^b(%k6 : i32) ^b(%z: i32): scf.yield %z : i32 }",
    "%sw = scf.index_switch %c1 -> i32 case 1 { scf.yield %k5 : i32 } default { scf.yield %a : i32 }",
    "%su = scf.index_switch %i -> i32 case 1 { scf.yield %k5 : i32 } default { scf.yield %k5 : i32 }",
    "%if = scf.if %false -> i32 { scf.yield %a : i32 } else { scf.yield %k6 : i32 }",
    "%for = scf.for %j = %c0 to %i step %c1 iter_args(%x = %k5) -> i32 { %0 = arith.muli %x, %k5 : i32 scf.yield %k5 : i32 }",
    "%par = scf.parallel (%j) = (%c0) to (%i) step (%c1) init (%k5) -> i32 { scf.reduce(%k5 : i32) { ^bb0(%l: i32, %r: i32): scf.reduce.return %k5 : i32 } }",
    `scf.forall (%u) in (3) { %q = arith.addi %k5, %k5 : i32 ${use("%q")} }`,
    ...["%v", "%e", "%sw", "%su", "%if", "%for", "%par"].map(use),
  ]),
  "private functions, called with one value, with several, and returned from": `
    func.func private @same(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 return %0 : i32 }
    func.func private @other(%x: i32) -> i32 { return %x : i32 }
    func.func private @constant(%x: i32) -> i32 { %0 = arith.constant 3 : i32 return %0 : i32 }
    func.func private @dead(%x: i32) -> i32 { %0 = arith.constant 4 : i32 %1 = arith.addi %0, %0 : i32 return %1 : i32 }
    func.func private @external(i32) -> i32
    func.func private @referred(%x: i32) -> i32 { return %x : i32 }
    func.func @public(%x: i32) -> i32 { return %x : i32 }
    func.func @main(%a: i32, %p: i1) {
      %k5 = arith.constant 5 : i32
      %k6 = arith.constant 6 : i32
      %0 = call @same(%k5) : (i32) -> i32
      %1 = call @same(%k5) : (i32) -> i32
      %2 = call @other(%k5) : (i32) -> i32
      %3 = call @other(%k6) : (i32) -> i32
      %4 = call @constant(%a) : (i32) -> i32
      %5 = call @external(%k5) : (i32) -> i32
      %6 = call @public(%k5) : (i32) -> i32
      %7 = call @referred(%k5) : (i32) -> i32
      %f = func.constant @referred : (i32) -> i32
      %8 = call_indirect %f(%k5) : (i32) -> i32
      "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (i32, i32, i32, i32, i32, i32, i32, i32, i32) -> ()
      return
    }`,
  "functions of nested modules": `module {
    module @inner attributes {sym_visibility = "private"} {
      func.func nested @n(%x: i32) -> i32 { return %x : i32 }
      func.func private @p(%x: i32) -> i32 { return %x : i32 }
      func.func @g() -> i32 { %k = arith.constant 1 : i32 %0 = call @p(%k) : (i32) -> i32 %1 = call @n(%k) : (i32) -> i32
        %2 = arith.addi %0, %1 : i32 return %2 : i32 }
    }
    module @outer {
      func.func nested @n(%x: i32) -> i32 { return %x : i32 }
      func.func @g() -> i32 { %k = arith.constant 1 : i32 %0 = call @n(%k) : (i32) -> i32 return %0 : i32 }
    }
  }`,
  recursion: `
    func.func private @r(%x: i32, %p: i1) -> i32 {
      cf.cond_br %p, ^a, ^b
    ^a:
      %0 = call @r(%x, %p) : (i32, i1) -> i32
      return %0 : i32
    ^b:
      return %x : i32
    }
    func.func @main(%p: i1) -> i32 { %k = arith.constant 7 : i32 %0 = call @r(%k, %p) : (i32, i1) -> i32 return %0 : i32 }`,
  "a use that nobody can look into": `
    func.func private @f(%x: i32) -> i32 { return %x : i32 }
    func.func @main() -> i32 { %k = arith.constant 7 : i32 %0 = call @f(%k) : (i32) -> i32 return %0 : i32 }
    "toy.table"() ({ "toy.inside"() : () -> () }) : () -> ()`,
};

describe("sccp", () => {
  itLong("takes linear time on many functions that call each other", () => {
    const count = 5000;
    const functions = Array.from(
      { length: count },
      (_, i) => `func.func private @f${i}(%x: i32) -> i32 { %0 = call @f${i + 1}(%x) : (i32) -> i32 return %0 : i32 }`,
    );
    const last = `func.func private @f${count}(%x: i32) -> i32 { return %x : i32 }`;
    const main =
      "func.func @main() -> i32 { %k = arith.constant 7 : i32 %0 = call @f0(%k) : (i32) -> i32 return %0 : i32 }";
    const { text } = runPass(sccp, [...functions, last, main].join("\n"));
    expect(text.match(/arith\.constant/g)).to.have.length(count + 2);
  });
});

describeWithMlirOpt("sccp, against mlir-opt", () => {
  for (const [title, program] of Object.entries({ ...cases, ...changedByFolders })) {
    it(`agrees on ${title}`, () => expectAsMlirOpt(sccp, [program], { debugInfo: true }));
  }
  it("agrees on random programs", () => expectAsMlirOptOnCorpus("sccp"));
  it("agrees on functions of random programs", () => expectAsMlirOptOnCorpus("func.func(sccp)"));
});
