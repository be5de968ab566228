import { expect } from "chai";
import { describeWithMlirOpt, Random, samples } from "@passwright/development";
import { arithExpand } from "@passwright/plugin-transforms";
import { allPairs, binary, inFunction, splat } from "./arith-programs.ts";
import { expectAsMlirOpt, expectAsMlirOptOnRandom } from "./as-mlir-opt.ts";
import { changedByFolders, memrefProgram } from "./memref-programs.ts";
import { runPass } from "./run-pass.ts";

const integerOperations = ["ceildivsi", "ceildivui", "floordivsi", "maxsi", "minsi", "maxui", "minui"];
const floatOperations = ["maximumf", "minimumf", "maxnumf", "minnumf"];
const f32Values = ["0.0", "-0.0", "1.0", "-2.5", "0x7F800000", "0xFF800000", "0x7FC00000", "0xFFC00001", "0x7FA00000"];
const f64Values = ["0.0", "-0.0", "1.0e+300", "0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000"];

describe("arith-expand", () => {
  it("does not change unreachable code", () => {
    const lines = [
      '"cf.br"()[^end] : () -> ()',
      "^dead:",
      `%0 = ${binary("maxsi", "%a", "%b", "i32")}`,
      '"cf.br"()[^end] : () -> ()',
      "^end:",
    ];
    const { text } = runPass(arithExpand, inFunction("i32", lines).replace(/"toy.use".*/, ""));
    expect(text).to.contain("arith.maxsi");
  });

  it("fails on a scale in a format that has no exponent to take", () => {
    const scaled = '%0 = "arith.scaling_extf"(%a, %b) : (f8E5M2, f8E5M2) -> f32';
    const { result } = runPass(arithExpand, inFunction("f8E5M2", [scaled]).replace(/"toy.use".*/, ""));
    expect(result.succeeded).to.equal(false);
    expect(result.diagnostics.map(({ message }) => message)).to.deep.equal([
      "failed to legalize operation 'arith.scaling_extf' that was explicitly marked illegal",
    ]);
  });
});

describeWithMlirOpt("arith-expand, against mlir-opt", () => {
  it("folds operations of other dialects, as a dialect conversion does", () => {
    const programs = Array.from({ length: samples(20) }, (_, seed) => memrefProgram(new Random(seed)));
    const poison = `func.func @poison(%a: i8) -> i8 {
  %0 = ub.poison : i8
  %1 = arith.maxsi %0, %a : i8
  return %1 : i8
}`;
    expectAsMlirOpt(arithExpand, [poison, ...Object.values(changedByFolders), ...programs]);
  });

  it("agrees on random programs", () => expectAsMlirOptOnRandom(arithExpand, { seed: 1, count: 40 }));
  it("agrees on random programs with unregistered operations", () =>
    expectAsMlirOptOnRandom(arithExpand, { seed: 200, count: 30, unregistered: true }));
  it("agrees on random programs with locations", () =>
    expectAsMlirOptOnRandom(arithExpand, { seed: 300, count: 20, locations: true }));

  it("folds all pairs of small integers like mlir-opt", () =>
    expectAsMlirOpt(arithExpand, [
      allPairs(integerOperations, "i8", ["-128", "-127", "-8", "-1", "0", "1", "2", "3", "7", "127"]),
      allPairs(integerOperations, "i1", ["true", "false"]),
      allPairs(integerOperations, "i64", ["-9223372036854775808", "-1", "0", "1", "9223372036854775807"]),
      allPairs(integerOperations, "index", ["-9223372036854775808", "-3", "0", "1", "4", "9223372036854775807"]),
    ]));

  it("folds all pairs of vectors of integers like mlir-opt", () => {
    const lists = [
      "dense<[1, 0]>",
      "dense<[-128, 7]>",
      "dense<[7, -128]>",
      "dense<[-1, 1]>",
      "dense<[2, 0]>",
      "dense<[0, 2]>",
    ];
    expectAsMlirOpt(arithExpand, [
      allPairs(integerOperations, "vector<2xi8>", [...["-128", "0", "1", "3"].map(splat), ...lists]),
    ]);
  });

  it("folds all pairs of floating-point numbers like mlir-opt", () =>
    expectAsMlirOpt(arithExpand, [
      allPairs(floatOperations, "f32", f32Values),
      allPairs(floatOperations, "f64", f64Values),
      allPairs(floatOperations, "f16", ["1.0", "-0.0", "0x7C00", "0xFC00", "0x7E00"]),
      allPairs(floatOperations, "bf16", ["1.0", "-0.0", "0x7F80", "0xFF80", "0x7FC0"]),
      allPairs(floatOperations, "vector<2xf32>", [
        ...f32Values.map(splat),
        "dense<[1.0, -1.0]>",
        "dense<[0x7FC00000, 2.0]>",
      ]),
    ]));

  it("takes the exponents of scales like mlir-opt", () => {
    const flags = ["", " <{fastmath = #arith.fastmath<fast>}>"];
    const pairs = [
      ["f32", "f8E8M0FNU", "f64"],
      ["f16", "f32", "f32"],
      ["f4E2M1FN", "f16", "bf16"],
    ] as const;
    const programs = pairs.flatMap(([narrow, scale, wide]) =>
      flags.map((properties) =>
        inFunction(scale, [
          `%x = "arith.constant"() <{value = 1.0 : ${narrow}}> : () -> ${narrow}`,
          `%y = "arith.constant"() <{value = 1.0 : ${wide}}> : () -> ${wide}`,
          `%e = "arith.scaling_extf"(%x, %a)${properties} : (${narrow}, ${scale}) -> ${wide}`,
          `%t = "arith.scaling_truncf"(%y, %b)${properties} : (${wide}, ${scale}) -> ${narrow}`,
          `"toy.use"(%e, %t) : (${wide}, ${narrow}) -> ()`,
        ]),
      ),
    );
    expectAsMlirOpt(arithExpand, programs);
  });

  it("folds operations of other dialects like mlir-opt", () => {
    const program = `"builtin.module"() ({
      "func.func"() <{function_type = (i1, index) -> i32, sym_name = "f"}> ({
      ^bb0(%c: i1, %n: index):
        %true = "arith.constant"() <{value = true}> : () -> i1
        %0 = "arith.constant"() <{value = 0 : index}> : () -> index
        %1 = "arith.constant"() <{value = 1 : index}> : () -> index
        %9 = "arith.constant"() <{value = 9 : index}> : () -> index
        %m = "memref.alloc"(%n, %0) <{operandSegmentSizes = array<i32: 2, 0>}> : (index, index) -> memref<4x?x?xi32>
        %p = "arith.xori"(%c, %true) : (i1, i1) -> i1
        %q = "arith.xori"(%p, %true) : (i1, i1) -> i1
        %d0 = "memref.dim"(%m, %0) : (memref<4x?x?xi32>, index) -> index
        %d1 = "memref.dim"(%m, %1) : (memref<4x?x?xi32>, index) -> index
        %d9 = "memref.dim"(%m, %9) : (memref<4x?x?xi32>, index) -> index
        %dn = "memref.dim"(%m, %n) : (memref<4x?x?xi32>, index) -> index
        %max = "arith.maxsi"(%d0, %d1) : (index, index) -> index
        "toy.use"(%d9, %dn, %max) : (index, index, index) -> ()
        %r = "scf.if"(%p) ({ %x = "toy.then"() : () -> i32 "scf.yield"(%x) : (i32) -> () },
          { %x = "toy.else"() : () -> i32 "scf.yield"(%x) : (i32) -> () }) : (i1) -> i32
        %s = "scf.if"(%q) ({ %x = "toy.then"() : () -> i32 "scf.yield"(%x) : (i32) -> () },
          { %x = "toy.else"() : () -> i32 "scf.yield"(%x) : (i32) -> () }) : (i1) -> i32
        "scf.if"(%p) ({ "toy.then"() : () -> () "scf.yield"() : () -> () }, {}) : (i1) -> ()
        "func.return"(%s) : (i32) -> ()
      }) : () -> ()
    }) : () -> ()`;
    const casts = `func.func @f(%a: i1, %b: vector<2xi32>) -> i1 {
      %0 = builtin.unrealized_conversion_cast %a : i1 to i1
      %1 = builtin.unrealized_conversion_cast %a : i1 to i32
      %2 = builtin.unrealized_conversion_cast %1 : i32 to i1
      %3 = builtin.unrealized_conversion_cast %0 : i1 to i1
      %4:2 = builtin.unrealized_conversion_cast %a, %b : i1, vector<2xi32> to i1, vector<2xi32>
      %5:2 = builtin.unrealized_conversion_cast %3, %b : i1, vector<2xi32> to i8, i16
      %6:2 = builtin.unrealized_conversion_cast %5#1, %5#0 : i16, i8 to vector<2xi32>, i1
      %7:2 = builtin.unrealized_conversion_cast %5#0, %5#1 : i8, i16 to i1, vector<2xi32>
      "toy.use"(%0, %2, %3, %4#1, %6#1, %7#0) : (i1, i1, i1, vector<2xi32>, i1, i1) -> ()
      return %2 : i1
    }`;
    expectAsMlirOpt(arithExpand, [program, casts]);
  });
});
