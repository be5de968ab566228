import type { ProgramWriter, Scope, Value } from "./program-writer.ts";

const integerTypes = ["i8", "i32", "i64", "index"] as const;
export const floatTypes = ["f32", "f64"] as const;
export const integerVector = "vector<4xi32>";
export const floatVector = "vector<4xf32>";
export const memrefTypes = ["memref<8xi32>", "memref<4x?xf32>"] as const;

/**
 * Values of constants: only a few numbers, so that equal constants are likely. The numbers include powers of two and
 * the neutral elements 0 and 1.
 */
const integers = [0, 1, 2, 3, 4, 7, 8, -1, -8] as const;
const floats = [
  "0.000000e+00",
  "-0.000000e+00",
  "1.000000e+00",
  "-2.500000e+00",
  "1.000000e-03",
  "1.000000e+10",
] as const;

export function pickType(writer: ProgramWriter): string {
  const { random } = writer;
  return random.pickWeighted<string>([
    [10, random.pick(integerTypes)],
    [4, random.pick(floatTypes)],
    [2, "i1"],
    [writer.options.vectors ? 2 : 0, random.pick([integerVector, floatVector])],
  ]);
}

/** Returns a type for integer arithmetic. */
export function pickIntegerType(writer: ProgramWriter): string {
  return writer.options.vectors && writer.random.chance(0.15) ? integerVector : writer.random.pick(integerTypes);
}

export function pickFloatType(writer: ProgramWriter): string {
  return writer.options.vectors && writer.random.chance(0.2) ? floatVector : writer.random.pick(floatTypes);
}

/**
 * Returns a visible value of the type, preferably a recent value. Sometimes creates a new value, in particular if no
 * value is visible.
 */
export function useValue(writer: ProgramWriter, scope: Scope, type: string): Value {
  const { random } = writer;
  const found = scope.visible((s) => s.values).filter((value) => value.type === type);
  if (found.length === 0 || (!type.startsWith("memref") && random.chance(0.1))) return makeValue(writer, scope, type);
  return random.pick(random.chance(0.5) ? found.slice(-4) : found);
}

function makeValue(writer: ProgramWriter, scope: Scope, type: string): Value {
  if (type.startsWith("memref")) return allocate(writer, scope, type);
  const value = constantOf(writer, type);
  const [result] = writer.write(scope, {
    name: "arith.constant",
    operands: [],
    results: [type],
    properties: `value = ${value}`,
  });
  return result as Value;
}

function allocate(writer: ProgramWriter, scope: Scope, type: string): Value {
  const sizes = type.includes("?") ? [useValue(writer, scope, "index")] : [];
  const [result] = writer.write(scope, {
    name: writer.random.chance(0.8) ? "memref.alloc" : "memref.alloca",
    operands: sizes,
    results: [type],
    properties: `operandSegmentSizes = array<i32: ${sizes.length}, 0>`,
  });
  return result as Value;
}

function constantOf({ random }: ProgramWriter, type: string): string {
  if (type === "i1") return random.pick(["true", "false"]);
  if (type === floatVector) return `dense<${random.pick(floats)}> : ${type}`;
  if (type.startsWith("f")) return `${random.pick(floats)} : ${type}`;
  if (type !== integerVector) return `${random.pick(integers)} : ${type}`;
  return random.chance(0.5)
    ? `dense<${random.pick(integers)}> : ${type}`
    : `dense<[1, 2, 4, ${random.between(3, 4)}]> : ${type}`;
}
