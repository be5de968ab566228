import { describeWithMlirOpt } from "@passwright/development";
import { canonicalize } from "@passwright/plugin-transforms";
import { allPairs, binary, inFunction, splat } from "./arith-programs.ts";
import { expectAsMlirOpt } from "./as-mlir-opt.ts";

const overflow = " <{overflowFlags = #arith.overflow<none>}>";
const exact = "";
const integerOperations = {
  addi: overflow,
  subi: overflow,
  muli: overflow,
  shli: overflow,
  shrsi: exact,
  shrui: exact,
  divsi: exact,
  divui: exact,
  ceildivsi: "",
  ceildivui: "",
  floordivsi: "",
  remsi: "",
  remui: "",
  andi: "",
  ori: "",
  xori: "",
  maxsi: "",
  maxui: "",
  minsi: "",
  minui: "",
};
const floatOperations = ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"];

function allIntegers(type: string, values: readonly string[]): string {
  return allPairs(Object.keys(integerOperations), type, values, (name) => integerOperations[name as "addi"]);
}

describeWithMlirOpt("canonicalize of arith, against mlir-opt", () => {
  it("folds all pairs of small integers like mlir-opt", () =>
    expectAsMlirOpt(canonicalize, [
      allIntegers("i8", ["-128", "-127", "-8", "-1", "0", "1", "2", "3", "7", "127"]),
      allIntegers("i1", ["true", "false"]),
      allIntegers("i64", ["-9223372036854775808", "-1", "0", "1", "9223372036854775807"]),
      allIntegers("index", ["-9223372036854775808", "-3", "0", "1", "4", "9223372036854775807"]),
    ]));

  it("folds all pairs of vectors of integers like mlir-opt", () => {
    const lists = ["[1, 0]", "[-128, 7]", "[7, -128]", "[-1, 1]", "[2, 0]", "[0, 2]"].map(splat);
    expectAsMlirOpt(canonicalize, [
      allIntegers("vector<2xi8>", [...["-128", "-1", "0", "1", "3"].map(splat), ...lists]),
    ]);
  });

  it("folds all pairs of floating-point numbers like mlir-opt", () => {
    const f32 = [
      "0.0",
      "-0.0",
      "1.0",
      "-2.5",
      "3.4e+38",
      "1.0e-45",
      "0x7F800000",
      "0xFF800000",
      "0x7FC00000",
      "0xFFC00001",
      "0x7FA00000",
    ];
    const f64 = [
      "0.0",
      "-0.0",
      "1.0e+300",
      "0.1",
      "-0.3",
      "0x7FF0000000000000",
      "0xFFF0000000000000",
      "0x7FF8000000000000",
    ];
    expectAsMlirOpt(canonicalize, [
      allPairs(floatOperations, "f32", f32),
      allPairs(floatOperations, "f64", f64),
      allPairs(floatOperations, "f16", ["1.0", "-0.0", "0.1", "65504.0", "6.0e-8", "0x7C00", "0xFC00", "0x7E00"]),
      allPairs(floatOperations, "bf16", ["1.0", "-0.0", "0.1", "3.0e+38", "0x7F80", "0xFF80", "0x7FC0"]),
      allPairs(floatOperations, "f8E4M3FN", ["1.0", "0.0", "-0.0", "448.0", "0.1", "0x7F"]),
      allPairs(floatOperations, "f8E5M2", ["1.0", "-0.0", "57344.0", "0.1", "0x7C", "0x7E"]),
      allPairs(floatOperations, "f80", ["1.0", "-0.0", "0.1", "3.0"]),
      allPairs(floatOperations, "f128", ["1.0", "-0.0", "0.1", "3.0"]),
      allPairs(floatOperations, "vector<2xf32>", [...f32.map(splat), "dense<[1.0, -1.0]>", "dense<[0x7FC00000, 2.0]>"]),
    ]);
  });

  it("folds like mlir-opt if flags allow it", () => {
    const flags = ["fast", "nnan", "nsz", "nnan,nsz", "nnan,ninf", "contract", "reassoc"];
    const values = ["0.0", "-0.0", "1.0", "-2.5", "0x7F800000", "0x7FC00000"];
    const overflow = ["nsw", "nuw", "nsw, nuw"];
    const integers = ["addi", "subi", "muli", "shli"];
    const exact = ["divsi", "divui", "shrsi", "shrui"];
    const numbers = ["-128", "-1", "0", "1", "2", "127"];
    expectAsMlirOpt(canonicalize, [
      ...flags.map((flag) =>
        allPairs(floatOperations, "f32", values, () => ` <{fastmath = #arith.fastmath<${flag}>}>`),
      ),
      ...overflow.map((flag) =>
        allPairs(integers, "i8", numbers, () => ` <{overflowFlags = #arith.overflow<${flag}>}>`),
      ),
      allPairs(exact, "i8", numbers, () => " <{isExact}>"),
    ]);
  });

  it("compares all pairs like mlir-opt", () => {
    const comparisons = (name: string, type: string, count: number, values: readonly string[]): string => {
      const bool = type.startsWith("vector") ? type.replace(/x[if]\d+>/, "xi1>") : "i1";
      const fastmath = name === "cmpf" ? "fastmath = #arith.fastmath<none>, " : "";
      const names = Array.from({ length: count }, (_, i) => `${name}${i}`);
      return allPairs(names, type, values, (text) => ` <{${fastmath}predicate = ${text.slice(4)} : i64}>`)
        .replaceAll(/arith\.(cmp[if])\d+/g, "arith.$1")
        .replaceAll(new RegExp(`("arith.cmp.*) -> ${type.replace(/[<>]/g, "\\$&")}`, "g"), `$1 -> ${bool}`)
        .replace(
          /("toy.use"\(.*\) : )\((.*)\) -> \(\)/,
          (_, start: string, types: string) => `${start}(${types.replaceAll(type, bool)}) -> ()`,
        );
    };
    expectAsMlirOpt(canonicalize, [
      comparisons("cmpi", "i8", 10, ["-128", "-1", "0", "1", "127"]),
      comparisons("cmpi", "i1", 10, ["true", "false"]),
      comparisons("cmpi", "vector<2xi8>", 10, ["dense<0>", "dense<1>", "dense<[0, 1]>", "dense<-1>"]),
      comparisons("cmpf", "f32", 16, ["0.0", "-0.0", "1.0", "0x7F800000", "0x7FC00000"]),
    ]);
  });

  it("makes poison of poison like mlir-opt", () => {
    const poison = (type: string): string => `%p = "ub.poison"() <{value = #ub.poison}> : () -> ${type}`;
    const lines = (names: readonly string[], type: string, properties?: (name: string) => string): readonly string[] =>
      names.flatMap((name) =>
        [
          ["%a", "%p"],
          ["%p", "%a"],
          ["%p", "%p"],
        ].map(([left, right]) => binary(name, left!, right!, type, properties?.(name))),
      );
    const numbered = (list: readonly string[]): readonly string[] => list.map((line, i) => `%${i} = ${line}`);
    const integers = lines(Object.keys(integerOperations), "i32", (name) => integerOperations[name as "addi"]);
    expectAsMlirOpt(canonicalize, [
      inFunction("f32", [poison("f32"), ...numbered(lines(floatOperations, "f32"))]),
      inFunction("i32", [poison("i32"), ...numbered(integers)]),
    ]);
  });

  it("regroups constants like mlir-opt", () => {
    const operations = ["addi", "subi", "muli"];
    const flags = ["none", "nsw", "nuw", "nsw, nuw"];
    const lines = operations.flatMap((inner) =>
      operations.flatMap((outer) =>
        [0, 1, 2, 3].flatMap((order) =>
          flags.map((flag, i) => {
            const wrap = (text: string): string => ` <{overflowFlags = #arith.overflow<${text}>}>`;
            const [a, b] = (order & 1) === 0 ? ["%a", "%c0"] : ["%c0", "%a"];
            const first = binary(inner, a!, b!, "i32", wrap(flags[(i + order) % 4]!));
            const second = (value: string): string =>
              (order & 2) === 0
                ? binary(outer, value, "%c1", "i32", wrap(flag))
                : binary(outer, "%c1", value, "i32", wrap(flag));
            return [first, second] as const;
          }),
        ),
      ),
    );
    const text = lines.flatMap(([first, second], i) => [
      `%${2 * i} = ${first}`,
      `%${2 * i + 1} = ${second(`%${2 * i}`)}`,
    ]);
    const constants = ["7", "-3"].map(
      (value, i) => `%c${i} = "arith.constant"() <{value = ${value} : i32}> : () -> i32`,
    );
    expectAsMlirOpt(canonicalize, [inFunction("i32", [...constants, ...text])]);
  });

  it("removes chains of bitcasts, of scalars, vectors, tensors and memrefs", () => {
    const types = [
      ["i32", "f32"],
      ["f16", "bf16"],
      ["vector<4xi32>", "vector<4xf32>"],
      ["tensor<?xf64>", "tensor<?xi64>"],
      ["memref<4xi32>", "memref<4xf32>"],
    ] as const;
    const chain = ([a, b]: readonly [string, string]): string => `func.func @f(%0: ${a}) -> (${a}, ${b}, ${a}) {
      %1 = arith.bitcast %0 : ${a} to ${b}
      %2 = arith.bitcast %1 : ${b} to ${a}
      %3 = arith.bitcast %2 : ${a} to ${b}
      %4 = arith.bitcast %0 : ${a} to ${a}
      return %2, %3, %4 : ${a}, ${b}, ${a}
    }`;
    expectAsMlirOpt(canonicalize, types.map(chain));
  });

  it("keeps the flags of a shift that becomes unsigned", () => {
    const shift = (type: string, narrow: string, amount: string, flag: string): string => `
      func.func @f(%a: ${type}) -> ${narrow} {
        %c = arith.constant ${amount} : ${type}
        %0 = arith.shrsi %a, %c ${flag} : ${type}
        %1 = arith.trunci %0 : ${type} to ${narrow}
        return %1 : ${narrow}
      }`;
    const vectors = ["vector<4xi64>", "vector<4xi32>", "dense<32>"] as const;
    expectAsMlirOpt(
      canonicalize,
      ["exact", ""].flatMap((flag) => [shift("i64", "i32", "32", flag), shift(...vectors, flag)]),
    );
  });

  it("swaps the values of a select whose condition is negated, if it is a scalar", () => {
    const select = (condition: string, ones: string, type: string): string => `
      func.func @f(%c: ${condition}, %a: ${type}, %b: ${type}) -> ${type} {
        %ones = arith.constant ${ones}
        %0 = arith.xori %c, %ones : ${condition}
        %1 = arith.select %0, %a, %b : ${condition === "i1" ? "" : `${condition}, `}${type}
        return %1 : ${type}
      }`;
    expectAsMlirOpt(canonicalize, [
      select("i1", "true", "vector<4xi32>"),
      select("vector<4xi1>", "dense<true> : vector<4xi1>", "vector<4xi32>"),
      select("tensor<4xi1>", "dense<true> : tensor<4xi1>", "tensor<4xf32>"),
    ]);
  });
});
