import type { Attribute, Type } from "../../attributes/attribute.ts";
import { typesOfAttribute } from "../../attributes/parts.ts";
import { attributeOfBits, elementAt, elementTypeOrSelf, numbersOf } from "../../fold/elements.ts";
import type { Elements } from "../../fold/elements.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import { isPoison } from "../ub.ts";

/** Folder of an operation (`mlir/lib/Dialect/Arith/IR/ArithOps.cpp`). */
export type Folder = (op: FoldAdaptor) => FoldResult;

/** Combines two unsigned bit patterns. Returns `undefined` if the operation must not be folded. */
export type Combine = (a: bigint, b: bigint, of: Elements) => bigint | undefined;

export interface CombineOptions {
  /** Result type, if it differs from the type of the operands. */
  readonly resultType?: Type;
  /** Whether an overflow counts only in the last element. Some folders of MLIR overwrite flags of earlier elements. */
  readonly lastDecides?: boolean;
}

/** Folds a binary operation (`constFoldBinaryOp` in `mlir/include/mlir/Dialect/CommonFolders.h`). */
export function combine(
  kind: "integer" | "float",
  a: Attribute | undefined,
  b: Attribute | undefined,
  calculate: Combine,
  options: CombineOptions = {},
): Attribute | undefined {
  if (isPoison(a)) return a;
  if (isPoison(b)) return b;
  if (a === undefined || b === undefined) return undefined;
  if (typesOfAttribute(a)[0] !== typesOfAttribute(b)[0]) return undefined;
  const left = numbersOf(kind, a);
  const right = left && numbersOf(kind, b);
  if (right === undefined) return undefined;
  const length = Math.max(left!.bits.length, right.bits.length);
  const bits: bigint[] = [];
  for (let i = 0; i < length; i++) {
    const [x, y] = [elementAt(left!, i), elementAt(right, i)];
    const value = calculate(x, y, left!);
    if (value === undefined && (options.lastDecides !== true || i === length - 1)) return undefined;
    bits.push(value ?? x);
  }
  return length === 0 ? a : attributeOfBits(options.resultType ?? left!.type, bits);
}

/** Converts an element of the operand to the result type. Returns `undefined` if the operation must not be folded. */
export type Convert = (bits: bigint, from: Elements, to: Type) => bigint | undefined;

/** Folds a unary operation or a conversion (`constFoldUnaryOp`, `constFoldCastOp`). */
export function convert(op: FoldAdaptor, kind: "integer" | "float", calculate: Convert): Attribute | undefined {
  const operand = op.constant(0);
  if (isPoison(operand)) return operand;
  const elements = numbersOf(kind, operand);
  if (elements === undefined || elements.bits.length === 0) return undefined;
  const type = op.resultType();
  const bits: bigint[] = [];
  for (const value of elements.bits) {
    const result = calculate(value, elements, type);
    if (result === undefined) return undefined;
    bits.push(result);
  }
  return attributeOfBits(type, bits);
}

export function formatOf(type: Type): string {
  const { data } = elementTypeOrSelf(type);
  return data.kind === "float" ? data.name : "f64";
}

export function hasFlags(attribute: Attribute | undefined, ...flags: readonly string[]): boolean {
  const text = attribute?.byteText ?? "";
  return text.includes("<fast>") || flags.every((flag) => text.includes(flag));
}
