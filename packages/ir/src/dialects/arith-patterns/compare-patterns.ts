import * as float from "../../attributes/float-arithmetic.ts";
import { floatFormat } from "../../attributes/float.ts";
import type { FloatFormat } from "../../attributes/float.ts";
import { matchConstant } from "../../fold/constants.ts";
import { widthOf } from "../../fold/elements.ts";
import type { Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { CMPF } from "../arith-assembly.ts";
import { predicateOf } from "../arith-fold/compare-fold.ts";
import { formatOf } from "../arith-fold/combine.ts";
import { compareIntegers, splatConstant } from "./build.ts";

/**
 * Replaces a floating-point comparison between a converted integer and a constant by a comparison of integers
 * (`CmpFIntToFPConst`).
 */
export const cmpf: readonly OpRewritePattern[] = [
  {
    name: "CmpFIntToFPConst",
    matchAndRewrite(op, rewriter) {
      const conversion = op.getOperand(0).definingOp;
      if (conversion?.name !== "arith.sitofp" && conversion?.name !== "arith.uitofp") return false;
      const data = matchConstant(op.getOperand(1))?.data;
      if (data?.kind !== "float") return false;
      const comparison = new Comparison(op, conversion, data.bits);
      const result = comparison.simplify();
      if (result === undefined) return false;
      rewriter.locateAt(op.id);
      rewriter.replaceOp(op, [build(rewriter, comparison.integer, result)]);
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

class Comparison {
  readonly integer: Value;
  readonly #format: string;
  readonly #bits: bigint;
  readonly #predicate: string;
  readonly #isUnsigned: boolean;
  readonly #width: number;

  constructor(op: Operation, conversion: Operation, bits: bigint) {
    this.integer = conversion.getOperand(0);
    this.#format = formatOf(op.getOperand(1).type);
    this.#bits = bits;
    this.#predicate = predicateOf(op.getAttr("predicate"), CMPF);
    this.#isUnsigned = conversion.name === "arith.uitofp";
    this.#width = widthOf(this.integer.type);
  }

  simplify(): Result | undefined {
    const format = floatFormat(this.#format);
    if (float.isNaN(this.#bits, this.#format) || format.explicitOne === true) return undefined;
    if (this.#width > format.fraction + 1 && this.#losesWhatMatters(format)) return undefined;
    // An integer is never NaN.
    if (this.#predicate === "ord" || this.#predicate === "uno") return this.#predicate === "ord";
    if (this.#predicate === "true" || this.#predicate === "false") return undefined;
    const kind = this.#predicate.slice(1);
    const predicate = kind === "eq" || kind === "ne" ? kind : `${this.#isUnsigned ? "u" : "s"}${kind}`;
    return this.#outOfRange(kind) ?? this.#inRange(predicate, kind);
  }

  /** Returns whether the conversion from integer to float can round and thereby change the result of the comparison. */
  #losesWhatMatters(format: FloatFormat): boolean {
    const valueBits = this.#isUnsigned ? this.#width : this.#width - 1;
    const exponent = float.exponentOf(this.#bits, this.#format);
    if (exponent === Infinity) return float.largestExponent(format) < valueBits;
    return format.fraction < exponent && exponent <= valueBits;
  }

  /** Returns the result of the comparison if the constant is outside the range of the integer type. */
  #outOfRange(kind: string): boolean | undefined {
    const width = BigInt(this.#width);
    const largest = this.#isUnsigned ? (1n << width) - 1n : (1n << (width - 1n)) - 1n;
    const smallest = this.#isUnsigned ? 0n : -(1n << (width - 1n));
    const compare = (integer: bigint): number | undefined =>
      float.compare(float.fromInteger(integer, this.#format), this.#bits, this.#format);
    if (compare(largest) === -1) return kind === "ne" || kind === "lt" || kind === "le";
    if (compare(smallest) === 1) return kind === "ne" || kind === "gt" || kind === "ge";
    return undefined;
  }

  #inRange(predicate: string, kind: string): Result | undefined {
    const whole = float.wholePart(this.#bits, this.#format);
    if (whole === undefined || (this.#isUnsigned ? BigInt.asUintN : BigInt.asIntN)(this.#width, whole) !== whole)
      return undefined;
    const isFraction = float.compare(float.fromInteger(whole, this.#format), this.#bits, this.#format) !== 0;
    if (!isFraction) return { predicate, value: whole };
    const isNegative = float.isNegative(this.#bits, this.#format);
    if (kind === "ne" || kind === "eq") return kind === "ne";
    // `whole` is the constant, rounded towards zero. An unsigned integer is always greater than a negative constant.
    if (this.#isUnsigned && isNegative) return kind === "gt" || kind === "ge";
    const prefix = predicate[0]!;
    if (kind === "le" || kind === "lt") return { predicate: `${prefix}${isNegative ? "lt" : "le"}`, value: whole };
    return { predicate: `${prefix}${isNegative ? "ge" : "gt"}`, value: whole };
  }
}
