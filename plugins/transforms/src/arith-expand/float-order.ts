/** IEEE 754 format, which consists of a sign bit, the exponent and the fraction. */
export interface IeeeFormat {
  readonly kind: "float";
  readonly exponentBits: number;
  readonly fractionBits: number;
}

export const ieeeFormats: ReadonlyMap<string, IeeeFormat> = new Map([
  ["f16", { kind: "float", exponentBits: 5, fractionBits: 10 }],
  ["bf16", { kind: "float", exponentBits: 8, fractionBits: 7 }],
  ["f32", { kind: "float", exponentBits: 8, fractionBits: 23 }],
  ["f64", { kind: "float", exponentBits: 11, fractionBits: 52 }],
  ["f128", { kind: "float", exponentBits: 15, fractionBits: 112 }],
]);

/** Function that returns one of two numbers, or NaN. The arguments and the result are the bits of numbers. */
export type SelectFloat = (left: bigint, right: bigint, format: IeeeFormat) => bigint;

/** Returns the result of `maximumf`, which is NaN if an operand is NaN. */
export const larger: SelectFloat = (left, right, format) =>
  chooseOrNan(left, right, format, (a, b) => (a < b ? right : left));

/** Returns the result of `minimumf`, which is NaN if an operand is NaN. */
export const smaller: SelectFloat = (left, right, format) =>
  chooseOrNan(left, right, format, (a, b) => (b < a ? right : left));

/** Returns the result of `maxnumf`. If one operand is a quiet NaN, the result is the other operand. */
export const largerNumber: SelectFloat = (left, right, format) =>
  chooseNumber(left, right, format, (a, b) => (a < b ? right : left));

/** Returns the result of `minnumf`. If one operand is a quiet NaN, the result is the other operand. */
export const smallerNumber: SelectFloat = (left, right, format) =>
  chooseNumber(left, right, format, (a, b) => (b < a ? right : left));

type Compare = (left: bigint, right: bigint) => bigint;

function chooseOrNan(left: bigint, right: bigint, format: IeeeFormat, choose: Compare): bigint {
  if (isNan(left, format)) return quiet(left, format);
  if (isNan(right, format)) return quiet(right, format);
  return choose(rankOf(left, format), rankOf(right, format));
}

function chooseNumber(left: bigint, right: bigint, format: IeeeFormat, choose: Compare): bigint {
  if (isSignaling(left, format)) return quiet(left, format);
  if (isSignaling(right, format)) return quiet(right, format);
  if (isNan(left, format)) return right;
  if (isNan(right, format)) return left;
  return choose(rankOf(left, format), rankOf(right, format));
}

export function isNan(bits: bigint, format: IeeeFormat): boolean {
  return magnitudeOf(bits, format) > infinityOf(format);
}

function isSignaling(bits: bigint, format: IeeeFormat): boolean {
  return isNan(bits, format) && quiet(bits, format) !== bits;
}

export function isPositiveInfinity(bits: bigint, format: IeeeFormat): boolean {
  return bits === infinityOf(format);
}

export function isNegativeInfinity(bits: bigint, format: IeeeFormat): boolean {
  return isNegative(bits, format) && magnitudeOf(bits, format) === infinityOf(format);
}

/**
 * Returns an integer that has the same order as the floating-point numbers. Negative zero is less than positive zero.
 */
function rankOf(bits: bigint, format: IeeeFormat): bigint {
  const magnitude = magnitudeOf(bits, format);
  return isNegative(bits, format) ? -magnitude - 1n : magnitude;
}

function quiet(bits: bigint, format: IeeeFormat): bigint {
  return bits | (1n << BigInt(format.fractionBits - 1));
}

function magnitudeOf(bits: bigint, format: IeeeFormat): bigint {
  return bits & ((1n << signBit(format)) - 1n);
}

function isNegative(bits: bigint, format: IeeeFormat): boolean {
  return bits >> signBit(format) === 1n;
}

function infinityOf({ exponentBits, fractionBits }: IeeeFormat): bigint {
  return ((1n << BigInt(exponentBits)) - 1n) << BigInt(fractionBits);
}

function signBit({ exponentBits, fractionBits }: IeeeFormat): bigint {
  return BigInt(exponentBits + fractionBits);
}
