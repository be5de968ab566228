import {
  bitLength,
  decodeFloat,
  encodeFloat,
  encodeQuotient,
  floatBitsOfNumber,
  floatFormat,
  negativeZero,
  notANumber,
} from "./float.ts";
import type { FloatFormat, FloatParts } from "./float.ts";

/* Results are computed exactly and then rounded once. Special numbers behave as in `llvm/lib/Support/APFloat.cpp`. */

type Finite = FloatParts & { readonly kind: "finite" };

const isZeroPart = (parts: FloatParts): boolean => parts.kind === "finite" && parts.mantissa === 0n;

export function isNaN(bits: bigint, format: string): boolean {
  return decodeFloat(bits, floatFormat(format)).kind === "nan";
}

/** Sets the bit that makes a NaN quiet, and no other bits. */
function quiet(bits: bigint, format: FloatFormat): bigint {
  return format.special === "ieee" ? bits | (1n << BigInt(format.fraction - 1)) : bits;
}

function isSignaling(bits: bigint, name: string): boolean {
  const format = floatFormat(name);
  return decodeFloat(bits, format).kind === "nan" && quiet(bits, format) !== bits;
}

function infinity(negative: boolean, format: FloatFormat): bigint {
  return encodeFloat(negative, 1n, 1 << 20, format);
}

function zero(negative: boolean, format: FloatFormat): bigint {
  return encodeFloat(negative, 0n, 0, format);
}

/** Function that returns the bits of the result of an operation. `name` is the name of the format. */
type BinaryOperation = (aBits: bigint, bBits: bigint, name: string) => bigint;

/** Makes an operation that returns NaN if an operand is NaN, and otherwise the result of `calculate`. */
function operation(
  calculate: (a: FloatParts, b: FloatParts, format: FloatFormat, aBits: bigint) => bigint,
): BinaryOperation {
  return (aBits, bBits, name) => {
    const format = floatFormat(name);
    const [a, b] = [decodeFloat(aBits, format), decodeFloat(bBits, format)];
    if (a.kind === "nan") return quiet(aBits, format);
    return b.kind === "nan" ? quiet(bBits, format) : calculate(a, b, format, aBits);
  };
}

/** Converts two numbers to the smaller of their exponents. Returns the new mantissas and the common exponent. */
function aligned(a: Finite, b: Finite): readonly [left: bigint, right: bigint, exponent: number] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [a.mantissa << BigInt(a.exponent - exponent), b.mantissa << BigInt(b.exponent - exponent), exponent];
}

function round(value: bigint, exponent: number, format: FloatFormat): bigint {
  return encodeFloat(value < 0n, value < 0n ? -value : value, exponent, format);
}

export function negate(bits: bigint, name: string): bigint {
  const format = floatFormat(name);
  if (format.unsigned === true) return bits;
  const parts = decodeFloat(bits, format);
  if (format.special === "fnuz" && (parts.kind === "nan" || isZeroPart(parts))) return bits;
  return bits ^ (1n << BigInt(format.width - 1));
}

export const add: BinaryOperation = operation((a, b, ...rest) => sum(a, b, b.negative, ...rest));
export const subtract: BinaryOperation = operation((a, b, ...rest) => sum(a, b, !b.negative, ...rest));

function sum(a: FloatParts, b: FloatParts, negativeB: boolean, format: FloatFormat, aBits: bigint): bigint {
  if (a.kind === "infinity") return b.kind === "infinity" && a.negative !== negativeB ? notANumber(format) : aBits;
  if (b.kind === "infinity") return infinity(negativeB, format);
  const [left, right, exponent] = aligned(a as Finite, b as Finite);
  const value = (a.negative ? -left : left) + (negativeB ? -right : right);
  if (value !== 0n) return round(value, exponent, format);
  return zero(isZeroPart(a) && isZeroPart(b) && a.negative && negativeB, format);
}

export const multiply: BinaryOperation = operation((a, b, format) => {
  const negative = a.negative !== b.negative;
  if (a.kind === "infinity" || b.kind === "infinity")
    return isZeroPart(a) || isZeroPart(b) ? notANumber(format) : infinity(negative, format);
  const left = a as Finite;
  const right = b as Finite;
  return encodeFloat(negative, left.mantissa * right.mantissa, left.exponent + right.exponent, format);
});

export const divide: BinaryOperation = operation((a, b, format) => {
  const negative = a.negative !== b.negative;
  if (a.kind === "infinity") return b.kind === "infinity" ? notANumber(format) : infinity(negative, format);
  if (b.kind === "infinity") return zero(negative, format);
  const left = a as Finite;
  const right = b as Finite;
  if (right.mantissa === 0n) return left.mantissa === 0n ? notANumber(format) : infinity(negative, format);
  return encodeQuotient(negative, left.mantissa, right.mantissa, left.exponent - right.exponent, format);
});

/** Returns the remainder of a division that rounds towards zero, with the sign of the dividend (`APFloat::mod`). */
export const remainder: BinaryOperation = operation((a, b, format, aBits) => {
  if (a.kind === "infinity" || isZeroPart(b)) return notANumber(format);
  if (b.kind === "infinity") return aBits;
  const [left, right, exponent] = aligned(a as Finite, b as Finite);
  const rest = left % right;
  return rest === 0n ? zero(a.negative, format) : encodeFloat(a.negative, rest, exponent, format);
});

/** Returns -1 for less, 0 for equal, 1 for greater, or `undefined` if an operand is NaN. Zeros are equal. */
export function compare(aBits: bigint, bBits: bigint, name: string): -1 | 0 | 1 | undefined {
  const format = floatFormat(name);
  const a = decodeFloat(aBits, format);
  const b = decodeFloat(bBits, format);
  if (a.kind === "nan" || b.kind === "nan") return undefined;
  if (a.kind === "infinity" || b.kind === "infinity") return Math.sign(rank(a) - rank(b)) as -1 | 0 | 1;
  const [left, right] = aligned(a as Finite, b as Finite);
  const difference = (a.negative ? -left : left) - (b.negative ? -right : right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function rank(parts: FloatParts): number {
  if (parts.kind !== "infinity") return 0;
  return parts.negative ? -1 : 1;
}

export function isNegative(bits: bigint, name: string): boolean {
  return decodeFloat(bits, floatFormat(name)).negative;
}

/** Returns the operation `maximum` or `minimum`. Negative zero is less than zero. */
export function extremum(isMaximum: boolean): BinaryOperation {
  return (aBits, bBits, name) => operation(() => ordered(aBits, bBits, name, isMaximum))(aBits, bBits, name);
}

/** Returns the operation `maxnum` or `minnum`. If only one number is a quiet NaN, the result is the other number. */
export function numberExtremum(isMaximum: boolean): BinaryOperation {
  return (aBits, bBits, name) => {
    const format = floatFormat(name);
    if (isSignaling(aBits, name)) return quiet(aBits, format);
    if (isSignaling(bBits, name)) return quiet(bBits, format);
    if (isNaN(aBits, name)) return bBits;
    return isNaN(bBits, name) ? aBits : ordered(aBits, bBits, name, isMaximum);
  };
}

function ordered(aBits: bigint, bBits: bigint, name: string, isMaximum: boolean): bigint {
  const order = compare(aBits, bBits, name)!;
  if (order === 0) return isNegative(aBits, name) === isMaximum ? bBits : aBits;
  return order < 0 === isMaximum ? bBits : aBits;
}

/** Converts a number without rounding. Returns `undefined` for a signaling NaN, or if the result is not exact. */
export function convertExactly(bits: bigint, from: string, to: string): bigint | undefined {
  const source = floatFormat(from);
  const target = floatFormat(to);
  const parts = decodeFloat(bits, source);
  if (parts.kind === "nan") return convertNaN(bits, parts.negative, source, target);
  if (parts.kind !== "finite") return target.special === "ieee" ? infinity(parts.negative, target) : undefined;
  const isZero = parts.mantissa === 0n;
  if (isZero && (target.unsigned === true || (parts.negative && negativeZero(target) === undefined))) return undefined;
  const converted = encodeFloat(parts.negative, parts.mantissa, parts.exponent, target);
  const back = decodeFloat(converted, target);
  if (back.kind !== "finite" || back.negative !== parts.negative) return undefined;
  const [left, right] = aligned(back, parts);
  return left === right ? converted : undefined;
}

function convertNaN(bits: bigint, negative: boolean, source: FloatFormat, target: FloatFormat): bigint | undefined {
  if (quiet(bits, source) !== bits || target.special !== "ieee") return undefined;
  const sign = negative ? 1n << BigInt(target.width - 1) : 0n;
  if (source.special !== "ieee") return sign | notANumber(target);
  const shift = target.fraction - source.fraction;
  const payload = bits & ((1n << BigInt(source.fraction)) - 1n);
  if (shift < 0 && (payload & ((1n << BigInt(-shift)) - 1n)) !== 0n) return undefined;
  const moved = shift < 0 ? payload >> BigInt(-shift) : payload << BigInt(shift);
  const body = notANumber(target) & ~((1n << BigInt(target.fraction)) - 1n);
  return sign | body | moved;
}

/** Returns the floating-point number nearest to an integer. */
export function fromInteger(value: bigint, name: string): bigint {
  return round(value, 0, floatFormat(name));
}

/** Returns the integral part, or `undefined` for infinities and NaN. */
export function wholePart(bits: bigint, name: string): bigint | undefined {
  const parts = decodeFloat(bits, floatFormat(name));
  if (parts.kind !== "finite") return undefined;
  const whole =
    parts.exponent >= 0 ? parts.mantissa << BigInt(parts.exponent) : parts.mantissa >> BigInt(-parts.exponent);
  return parts.negative ? -whole : whole;
}

/** Function that returns whether a number has a property. `name` is the name of the format. */
export type FloatPredicate = (bits: bigint, name: string) => boolean;

export function isInfinity(negative: boolean): FloatPredicate {
  return (bits, name) =>
    decodeFloat(bits, floatFormat(name)).kind === "infinity" && isNegative(bits, name) === negative;
}

export function isZeroFloat(negative: boolean): FloatPredicate {
  return (bits, name) => isZeroPart(decodeFloat(bits, floatFormat(name))) && isNegative(bits, name) === negative;
}

export function isOneFloat(bits: bigint, name: string): boolean {
  return bits === floatBitsOfNumber(1, name);
}

/** Returns the exponent of a number (`ilogb`). Returns infinity for infinity, and a very small number for zero. */
export function exponentOf(bits: bigint, name: string): number {
  const parts = decodeFloat(bits, floatFormat(name));
  if (parts.kind !== "finite") return Infinity;
  return parts.mantissa === 0n ? -Infinity : parts.exponent + bitLength(parts.mantissa) - 1;
}

/** Returns whether all numbers of a format are representable in another format (`APFloatBase::isRepresentableBy`). */
export function isRepresentableBy(name: string, by: string): boolean {
  const [a, b] = [floatFormat(name), floatFormat(by)];
  return a.bias <= b.bias && a.fraction <= b.fraction && largestExponent(a) <= largestExponent(b);
}

export function largestExponent({ bias, exponent, special, unsigned }: FloatFormat): number {
  const ones = 2 ** exponent - 1;
  return (special === "ieee" || unsigned === true ? ones - 1 : ones) - bias;
}
