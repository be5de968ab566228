import type { Attribute } from "../../attributes/attribute.ts";
import * as float from "../../attributes/float-arithmetic.ts";
import { constantFloat } from "../../fold/elements.ts";
import type { Elements } from "../../fold/elements.ts";
import type { FoldAdaptor } from "../../fold/fold-adaptor.ts";
import { combine, convert, formatOf, hasFlags } from "./combine.ts";
import type { Folder } from "./combine.ts";

type Calculate = (a: bigint, b: bigint, format: string) => bigint;

function floats(op: FoldAdaptor, calculate: Calculate): Attribute | undefined {
  return combine("float", op.constant(0), op.constant(1), (a, b, of: Elements) => calculate(a, b, formatOf(of.type)));
}

/**
 * Makes a folder that computes constant results. If the right operand is neutral, the folder replaces the operation by
 * its left operand.
 */
function folding(calculate: Calculate, isNeutral: (bits: bigint, format: string) => boolean): Folder {
  return (op) => {
    const bits = constantFloat(op.constant(1));
    if (bits !== undefined && isNeutral(bits, formatOf(op.resultType()))) return op.operand(0);
    return floats(op, calculate);
  };
}

export const addf: Folder = folding(float.add, (bits, format) => float.isZeroFloat(bits, format, true));
export const subf: Folder = folding(float.subtract, (bits, format) => float.isZeroFloat(bits, format, false));
const multiply = folding(float.multiply, float.isOneFloat);

/**
 * Folds a multiplication. Folds a product with a factor of zero to zero only if the fast-math flags exclude NaN and
 * ignore the sign of zero.
 */
export const mulf: Folder = (op) => {
  const bits = constantFloat(op.constant(1));
  if (bits !== undefined && hasFlags(op.attr("fastmath"), "nnan", "nsz")) {
    const format = formatOf(op.resultType());
    if (float.isZeroFloat(bits, format, false) || float.isZeroFloat(bits, format, true)) return op.operand(1);
  }
  return multiply(op);
};

export const divf: Folder = folding(float.divide, float.isOneFloat);
export const remf: Folder = (op) => floats(op, float.remainder);

function extremum(calculate: Calculate, isNeutral: (bits: bigint, format: string) => boolean): Folder {
  const fold = folding(calculate, isNeutral);
  return (op) => (op.isSameOperand(0, 1) ? op.operand(1) : fold(op));
}

export const maximumf: Folder = extremum(
  (a, b, format) => float.extremum(a, b, format, true),
  (bits, format) => float.isInfinity(bits, format, true),
);
export const minimumf: Folder = extremum(
  (a, b, format) => float.extremum(a, b, format, false),
  (bits, format) => float.isInfinity(bits, format, false),
);
export const maxnumf: Folder = extremum((a, b, format) => float.numberExtremum(a, b, format, true), float.isNaN);
export const minnumf: Folder = extremum((a, b, format) => float.numberExtremum(a, b, format, false), float.isNaN);

export const negf: Folder = (op) => {
  const inner = op.definedBy(0, "arith.negf");
  if (inner !== undefined) return inner.getOperand(0);
  return convert("float", op.constant(0), op.resultType(), (bits, of) => float.negate(bits, formatOf(of.type)));
};
