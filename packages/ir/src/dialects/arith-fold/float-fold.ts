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

/** Makes a folder that returns the left operand if the right operand is neutral, and otherwise computes constants. */
function folding(calculate: Calculate, isNeutral: float.FloatPredicate): Folder {
  return (op) => {
    const bits = constantFloat(op.constant(1));
    if (bits !== undefined && isNeutral(bits, formatOf(op.resultType()))) return op.operand(0);
    return floats(op, calculate);
  };
}

export const addf: Folder = folding(float.add, float.isZeroFloat(true));
export const subf: Folder = folding(float.subtract, float.isZeroFloat(false));
const multiply = folding(float.multiply, float.isOneFloat);

/** A product with a factor of zero is zero only if the fast-math flags exclude NaN and ignore the sign of zero. */
export const mulf: Folder = (op) => {
  const bits = constantFloat(op.constant(1));
  if (bits !== undefined && hasFlags(op.attr("fastmath"), "nnan", "nsz")) {
    const format = formatOf(op.resultType());
    if (float.isZeroFloat(false)(bits, format) || float.isZeroFloat(true)(bits, format)) return op.operand(1);
  }
  return multiply(op);
};

export const divf: Folder = folding(float.divide, float.isOneFloat);
export const remf: Folder = (op) => floats(op, float.remainder);

function extremum(calculate: Calculate, isNeutral: float.FloatPredicate): Folder {
  const fold = folding(calculate, isNeutral);
  return (op) => (op.isSameOperand(0, 1) ? op.operand(1) : fold(op));
}

export const maximumf: Folder = extremum(float.extremum(true), float.isInfinity(true));
export const minimumf: Folder = extremum(float.extremum(false), float.isInfinity(false));
export const maxnumf: Folder = extremum(float.numberExtremum(true), float.isNaN);
export const minnumf: Folder = extremum(float.numberExtremum(false), float.isNaN);

export const negf: Folder = (op) => {
  const inner = op.definedBy(0, "arith.negf");
  if (inner !== undefined) return inner.getOperand(0);
  return convert(op, "float", (bits, of) => float.negate(bits, formatOf(of.type)));
};
