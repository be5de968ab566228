import { inFunction, sketch } from "./sketch.ts";
import type { Sketch } from "./sketch.ts";

const overflow = { overflowFlags: "#arith.overflow<none>" };
const fastmath = { fastmath: "#arith.fastmath<none>" };
const exact = { isExact: "unit" };
const rounding = { roundingmode: "1 : i32" };

type Properties = Readonly<Record<string, string>>;

function binary(type: string, names: string, properties: Properties = {}): readonly Sketch[] {
  return names.split(" ").map((name) => sketch(`arith.${name}`, [type, type], [type], { properties }));
}

function cast(from: string, to: string, names: string, properties: Properties = {}): readonly Sketch[] {
  return names.split(" ").map((name) => sketch(`arith.${name}`, [from], [to], { properties }));
}

/** Valid operations of arith. */
export const arithSketches: readonly Sketch[] = [
  sketch("arith.constant", [], ["i32"], { properties: { value: "1 : i32" } }),
  sketch("arith.constant", [], ["vector<2xi32>"], { properties: { value: "dense<1> : vector<2xi32>" } }),
  ...binary("i32", "addi subi muli shli", overflow),
  ...binary("tensor<2x?xi32>", "shrsi shrui divsi divui", exact),
  ...binary("vector<4xi32>", "ceildivsi ceildivui floordivsi remsi remui andi ori xori maxsi maxui minsi minui"),
  ...binary("f32", "addf subf mulf divf remf maximumf maxnumf minimumf minnumf", fastmath),
  sketch("arith.negf", ["vector<4xf32>"], ["vector<4xf32>"], { properties: fastmath }),
  sketch("arith.addui_extended", ["i32", "i32"], ["i32", "i1"]),
  sketch("arith.addui_extended", ["vector<4xi32>", "vector<4xi32>"], ["vector<4xi32>", "vector<4xi1>"]),
  sketch("arith.mulsi_extended", ["i32", "i32"], ["i32", "i32"]),
  sketch("arith.mului_extended", ["tensor<4xi32>", "tensor<4xi32>"], ["tensor<4xi32>", "tensor<4xi32>"]),
  ...cast("i32", "i64", "extsi extui"),
  ...cast("vector<4xi32>", "vector<4xi64>", "extsi extui"),
  ...cast("tensor<?xi32>", "tensor<?xi64>", "extsi"),
  ...cast('tensor<4xi32, "encoding">', 'tensor<4xi64, "encoding">', "extui"),
  ...cast("i32", "i8", "trunci", overflow),
  ...cast("tensor<4xi32>", "tensor<4xi8>", "trunci", overflow),
  ...cast("f32", "f64", "extf", fastmath),
  ...cast("f32", "f16", "truncf", { ...rounding, ...fastmath }),
  ...cast("vector<4xf32>", "vector<4xf16>", "truncf"),
  ...cast("i32", "f32", "sitofp uitofp bitcast"),
  ...cast("f32", "i32", "fptosi fptoui bitcast"),
  ...binary("tensor<*xi32>", "addi xori", {}),
  ...cast("index", "i32", "index_cast index_castui"),
  ...cast("memref<4xindex>", "memref<4xi32>", "index_cast index_castui"),
  ...cast("tensor<4xi32>", "tensor<4xindex>", "index_cast index_castui"),
  ...cast("memref<4xi32>", "memref<4xf32>", "bitcast"),
  sketch("arith.scaling_extf", ["f8E4M3FN", "f8E8M0FNU"], ["f32"], { properties: fastmath }),
  sketch("arith.scaling_truncf", ["f32", "f8E8M0FNU"], ["f8E4M3FN"], { properties: { ...rounding, ...fastmath } }),
  sketch("arith.cmpi", ["i32", "i32"], ["i1"], { properties: { predicate: "1 : i64" } }),
  sketch("arith.cmpi", ["vector<4xi32>", "vector<4xi32>"], ["vector<4xi1>"], { properties: { predicate: "9 : i64" } }),
  sketch("arith.cmpf", ["tensor<4xf32>", "tensor<4xf32>"], ["tensor<4xi1>"], {
    properties: { predicate: "15 : i64", ...fastmath },
  }),
  sketch("arith.select", ["i1", "i32", "i32"], ["i32"]),
  sketch("arith.select", ["tensor<4xi1>", "tensor<4xf32>", "tensor<4xf32>"], ["tensor<4xf32>"]),
  sketch("arith.select", ["vector<4xi1>", "vector<4xf32>", "vector<4xf32>"], ["vector<4xf32>"]),
].map((operation) => inFunction(operation));
