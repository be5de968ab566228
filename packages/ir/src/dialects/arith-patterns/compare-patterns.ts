import * as float from "../../attributes/float-arithmetic.ts";
import { floatFormat } from "../../attributes/float.ts";
import type { FloatFormat } from "../../attributes/float.ts";
import { matchConstant } from "../../fold/constants.ts";
import { widthOf } from "../../fold/elements.ts";
import type { Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { CMPF } from "../arith-assembly.ts";
import { predicateOf } from "../arith-fold/compare-fold.ts";
import { formatOf } from "../arith-fold/combine.ts";
import { compareIntegers, splatConstant } from "./build.ts";

/** Replaces the comparison of a converted integer with a float constant by a comparison of integers. */
export const cmpf: readonly OpRewritePattern[] = [
  {
    name: "CmpFIntToFPConst",
    matchAndRewrite(op, rewriter) {
      const conversion = op.getOperand(0).definingOp;
      if (conversion?.name !== "arith.sitofp" && conversion?.name !== "arith.uitofp") return false;
      const data = matchConstant(op.getOperand(1))?.data;
      if (data?.kind !== "float") return false;
      const integer = conversion.getOperand(0);
      const format = formatOf(op.getOperand(1).type);
      const isUnsigned = conversion.name === "arith.uitofp";
      const comparison = { bits: data.bits, format, isUnsigned, width: widthOf(integer.type) };
      const result = simplify(predicateOf(op.getAttr("predicate"), CMPF), comparison);
      if (result === undefined) return false;
      rewriter.locateAt(op.id);
      rewriter.replaceOp(op, [build(rewriter, integer, result)]);
      return true;
    },
  },
];

/** Result of the pattern: a constant, or a comparison of the integer with a number. */
type Result = boolean | { readonly predicate: string; readonly value: bigint };

function build(rewriter: PatternRewriter, integer: Value, result: Result): Value {
  if (typeof result === "boolean") return splatConstant(rewriter, rewriter.getI1Type(), result ? 1n : 0n);
  const value = splatConstant(rewriter, integer.type, BigInt.asUintN(widthOf(integer.type), result.value));
  return compareIntegers(rewriter, result.predicate, integer, value);
}

/** Comparison with the constant `bits` of a float format. The other operand is a converted integer. */
interface Comparison {
  readonly bits: bigint;
  readonly format: string;
  readonly isUnsigned: boolean;
  readonly width: number;
}

function simplify(predicate: string, comparison: Comparison): Result | undefined {
  const format = floatFormat(comparison.format);
  if (float.isNaN(comparison.bits, comparison.format) || format.explicitOne === true) return undefined;
  if (comparison.width > format.fraction + 1 && losesWhatMatters(comparison, format)) return undefined;
  // An integer is never NaN.
  if (predicate === "ord" || predicate === "uno") return predicate === "ord";
  if (predicate === "true" || predicate === "false") return undefined;
  const relation = predicate.slice(1);
  return outOfRange(relation, comparison) ?? inRange(relation, comparison);
}

/** Returns whether the conversion from integer to float can round and thereby change the result of the comparison. */
function losesWhatMatters({ bits, format: name, isUnsigned, width }: Comparison, format: FloatFormat): boolean {
  const valueBits = isUnsigned ? width : width - 1;
  const exponent = float.exponentOf(bits, name);
  if (exponent === Infinity) return float.largestExponent(format) < valueBits;
  return format.fraction < exponent && exponent <= valueBits;
}

function outOfRange(relation: string, { bits, format, isUnsigned, width }: Comparison): boolean | undefined {
  const largest = (1n << BigInt(isUnsigned ? width : width - 1)) - 1n;
  const smallest = isUnsigned ? 0n : -largest - 1n;
  const compare = (integer: bigint): number | undefined =>
    float.compare(float.fromInteger(integer, format), bits, format);
  if (compare(largest) === -1) return relation === "ne" || relation === "lt" || relation === "le";
  if (compare(smallest) === 1) return relation === "ne" || relation === "gt" || relation === "ge";
  return undefined;
}

function inRange(relation: string, { bits, format, isUnsigned, width }: Comparison): Result | undefined {
  const whole = float.wholePart(bits, format);
  if (whole === undefined || (isUnsigned ? BigInt.asUintN : BigInt.asIntN)(width, whole) !== whole) return undefined;
  const isEquality = relation === "ne" || relation === "eq";
  const sign = isUnsigned ? "u" : "s";
  if (float.compare(float.fromInteger(whole, format), bits, format) === 0)
    return { predicate: isEquality ? relation : `${sign}${relation}`, value: whole };
  if (isEquality) return relation === "ne";
  const isNegative = float.isNegative(bits, format);
  const isLess = relation === "le" || relation === "lt";
  // `whole` is the constant, rounded towards zero. An unsigned integer is always greater than a negative constant.
  if (isUnsigned && isNegative) return !isLess;
  if (isLess) return { predicate: `${sign}${isNegative ? "lt" : "le"}`, value: whole };
  return { predicate: `${sign}${isNegative ? "ge" : "gt"}`, value: whole };
}
