/* Numbers are bit patterns in a format. Integer arithmetic is used, because a double cannot represent all numbers. */

export interface FloatFormat {
  readonly width: number;
  /** Number of fraction bits, without the implicit bit. */
  readonly fraction: number;
  readonly exponent: number;
  readonly bias: number;
  /**
   * Meaning of special bit patterns. `ieee`: an exponent of all ones is infinity or NaN. `fn`: only a pattern of all
   * ones is NaN, and infinity does not exist. `fnuz`: the pattern of negative zero is NaN, and infinity does not exist.
   * `finite`: neither infinity nor NaN exists.
   */
  readonly special: "ieee" | "fn" | "fnuz" | "finite";
  /** Whether the integer bit is stored, as in x87. */
  readonly explicitOne?: boolean;
  /** Whether all numbers are powers of two, so that the format has no sign and no fraction. */
  readonly unsigned?: boolean;
}

function ieee(width: number, exponent: number, fraction: number): FloatFormat {
  return { width, exponent, fraction, bias: 2 ** (exponent - 1) - 1, special: "ieee" };
}

const FORMATS: Readonly<Record<string, FloatFormat>> = {
  f16: ieee(16, 5, 10),
  bf16: ieee(16, 8, 7),
  f32: ieee(32, 8, 23),
  tf32: ieee(19, 8, 10),
  f64: ieee(64, 11, 52),
  f128: ieee(128, 15, 112),
  f80: { width: 80, exponent: 15, fraction: 63, bias: 16383, special: "ieee", explicitOne: true },
  f8E5M2: ieee(8, 5, 2),
  f8E4M3: ieee(8, 4, 3),
  f8E3M4: ieee(8, 3, 4),
  f8E4M3FN: { width: 8, exponent: 4, fraction: 3, bias: 7, special: "fn" },
  f8E5M2FNUZ: { width: 8, exponent: 5, fraction: 2, bias: 16, special: "fnuz" },
  f8E4M3FNUZ: { width: 8, exponent: 4, fraction: 3, bias: 8, special: "fnuz" },
  f8E4M3B11FNUZ: { width: 8, exponent: 4, fraction: 3, bias: 11, special: "fnuz" },
  f8E8M0FNU: { width: 8, exponent: 8, fraction: 0, bias: 127, special: "fn", unsigned: true },
  f6E3M2FN: { width: 6, exponent: 3, fraction: 2, bias: 3, special: "finite" },
  f6E2M3FN: { width: 6, exponent: 2, fraction: 3, bias: 1, special: "finite" },
  f4E2M1FN: { width: 4, exponent: 2, fraction: 1, bias: 1, special: "finite" },
};

export const FLOAT_TYPE_NAMES: readonly string[] = Object.keys(FORMATS);

export function floatFormat(name: string): FloatFormat {
  return FORMATS[name] ?? FORMATS["f64"]!;
}

const scratch = new DataView(new ArrayBuffer(8));

/** Decoded number: a finite number `mantissa * 2^exponent`, an infinity, or NaN. */
export type FloatParts =
  | { readonly kind: "finite"; readonly negative: boolean; readonly mantissa: bigint; readonly exponent: number }
  | { readonly kind: "infinity" | "nan"; readonly negative: boolean };

export function decodeFloat(bits: bigint, format: FloatFormat): FloatParts {
  const stored = BigInt(format.explicitOne === true ? 64 : format.fraction);
  const negative = format.unsigned !== true && bits >> BigInt(format.width - 1) === 1n;
  const fraction = bits & ((1n << stored) - 1n);
  const exponent = Number((bits >> stored) & ((1n << BigInt(format.exponent)) - 1n));
  const ones = 2 ** format.exponent - 1;
  if (format.unsigned === true) {
    return exponent === ones
      ? { kind: "nan", negative }
      : { kind: "finite", negative, mantissa: 1n, exponent: exponent - format.bias };
  }
  if (format.special === "ieee" && exponent === ones) {
    const payload = format.explicitOne === true ? fraction & ((1n << 63n) - 1n) : fraction;
    return { kind: payload === 0n ? "infinity" : "nan", negative };
  }
  if (format.special === "fn" && exponent === ones && fraction === (1n << stored) - 1n)
    return { kind: "nan", negative };
  if (format.special === "fnuz" && negative && exponent === 0 && fraction === 0n) return { kind: "nan", negative };
  const shift = 1 - format.bias - format.fraction;
  if (exponent === 0) return { kind: "finite", negative, mantissa: fraction, exponent: shift };
  const mantissa = format.explicitOne === true ? fraction : fraction | (1n << stored);
  return { kind: "finite", negative, mantissa, exponent: exponent - 1 + shift };
}

/** Returns the bits of `mantissa * 2^exponent`, rounded half to even, or the result of an overflow in the format. */
export function encodeFloat(negative: boolean, mantissa: bigint, exponent: number, format: FloatFormat): bigint {
  const sign = negative && format.unsigned !== true ? 1n << BigInt(format.width - 1) : 0n;
  if (mantissa === 0n) return format.special === "fnuz" ? 0n : sign;
  const length = bitLength(mantissa);
  const smallest = 1 - format.bias;
  const top = Math.max(exponent + length - 1, format.unsigned === true ? -format.bias : smallest);
  const drop = top - format.fraction - exponent;
  let rounded = drop <= 0 ? mantissa << BigInt(-drop) : mantissa >> BigInt(drop);
  if (drop > 0) {
    const rest = mantissa & ((1n << BigInt(drop)) - 1n);
    const half = 1n << BigInt(drop - 1);
    if (rest > half || (rest === half && (rounded & 1n) === 1n)) rounded += 1n;
  }
  let biased = top + format.bias;
  if (rounded >> BigInt(format.fraction + 1) !== 0n) {
    rounded >>= 1n;
    biased++;
  }
  if (format.unsigned === true) return BigInt(Math.min(biased, 255));
  if (rounded >> BigInt(format.fraction) === 0n) biased = 0;
  const ones = 2 ** format.exponent - 1;
  const fraction = rounded & ((1n << BigInt(format.fraction)) - 1n);
  const largest = format.special === "ieee" ? ones - 1 : ones;
  const isNan = format.special === "fn" && biased === ones && fraction === (1n << BigInt(format.fraction)) - 1n;
  if (biased > largest || isNan) return sign | overflow(format);
  if (rounded === 0n && format.special === "fnuz") return 0n;
  if (format.explicitOne === true) return sign | (BigInt(biased) << 64n) | rounded;
  return sign | (BigInt(biased) << BigInt(format.fraction)) | fraction;
}

export function bitLength(value: bigint): number {
  return value.toString(2).length;
}

/** Returns the bits of `dividend / divisor * 2^exponent` in a format, rounded half to even. */
export function encodeQuotient(
  negative: boolean,
  dividend: bigint,
  divisor: bigint,
  exponent: number,
  format: FloatFormat,
): bigint {
  // Adds low bits to the dividend until rounding depends only on the quotient and on whether the remainder is zero.
  const extra = Math.max(0, bitLength(divisor) - bitLength(dividend)) + format.fraction + 66;
  const scaled = dividend << BigInt(extra);
  const quotient = ((scaled / divisor) << 1n) | (scaled % divisor === 0n ? 0n : 1n);
  return encodeFloat(negative, quotient, exponent - extra - 1, format);
}

/** Returns the quiet NaN of a format, which is the result of invalid operations such as `0 / 0`. */
export function notANumber(format: FloatFormat): bigint {
  return format.special === "ieee" ? overflow(format) | (1n << BigInt(format.fraction - 1)) : overflow(format);
}

/** Returns negative zero, or `undefined` if the format does not have a negative zero. */
export function negativeZero(format: FloatFormat): bigint | undefined {
  return format.special === "fnuz" || format.unsigned === true ? undefined : 1n << BigInt(format.width - 1);
}

function overflow(format: FloatFormat): bigint {
  if (format.unsigned === true) return 255n;
  const all = (1n << BigInt(format.width - 1)) - 1n;
  if (format.special === "fnuz") return 1n << BigInt(format.width - 1);
  if (format.special !== "ieee") return all;
  if (format.explicitOne === true) return (0x7fffn << 64n) | (1n << 63n);
  return ((1n << BigInt(format.exponent)) - 1n) << BigInt(format.fraction);
}

/** Returns the bits of a double, rounded to a format. */
export function floatBitsOfNumber(value: number, name: string): bigint {
  const format = floatFormat(name);
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  if (name === "f64") return bits;
  const parts = decodeFloat(bits, FORMATS["f64"]!);
  if (parts.kind === "finite") return encodeFloat(parts.negative, parts.mantissa, parts.exponent, format);
  const sign = parts.negative && format.unsigned !== true ? 1n << BigInt(format.width - 1) : 0n;
  return sign | (parts.kind === "infinity" ? overflow(format) : notANumber(format));
}

/**
 * Returns about `precision` decimal digits of `mantissa * 2^exponent`, and the power of ten of the last digit. As in
 * `APFloat::toString`, truncates the excess digits that the number of bits predicts, and then rounds half up.
 */
function decimalDigits(mantissa: bigint, exponent: number, precision: number): { digits: string; power: number } {
  const zeros = mantissa.toString(2).match(/0*$/)![0].length;
  const odd = mantissa >> BigInt(zeros);
  const scale = exponent + zeros;
  let significand = scale >= 0 ? odd << BigInt(scale) : odd * 5n ** BigInt(-scale);
  let power = Math.min(scale, 0);
  const required = Math.floor((precision * 196 + 58) / 59);
  const removable = Math.floor(((bitLength(significand) - required) * 59) / 196);
  if (removable > 0) {
    significand /= 10n ** BigInt(removable);
    power += removable;
  }
  let digits = significand.toString();
  if (digits.length > precision) {
    const drop = digits.length - precision;
    const up = digits.charCodeAt(precision) >= 53 ? 1n : 0n;
    digits = (BigInt(digits.slice(0, precision)) + up).toString();
    power += drop;
  }
  const trimmed = digits.replace(/0+$/, "");
  return { digits: trimmed, power: power + digits.length - trimmed.length };
}

/** Formats a number as `d.ddddd0e+XX`, the form that MLIR tries first (`APFloat::toString`). */
function exponential(negative: boolean, mantissa: bigint, exponent: number): string {
  const { digits, power } = decimalDigits(mantissa, exponent, 6);
  const scale = power + digits.length - 1;
  const shown = `${Math.abs(scale)}`.padStart(2, "0");
  return `${negative ? "-" : ""}${digits[0]!}.${digits.slice(1).padEnd(6, "0")}e${scale < 0 ? "-" : "+"}${shown}`;
}

/**
 * Formats a number with so many digits that parsing the text returns the number. Omits the exponent if at most three
 * zeros replace it (`APFloat::toString`).
 */
function shortest(negative: boolean, mantissa: bigint, exponent: number, format: FloatFormat): string {
  const precision = 2 + Math.floor(((format.fraction + 1) * 59) / 196);
  const { digits, power } = decimalDigits(mantissa, exponent, precision);
  const sign = negative ? "-" : "";
  const scale = power + digits.length - 1;
  const isScientific = power >= 0 ? power > 3 || power + digits.length > precision : scale < 0 && -scale > 3;
  if (isScientific) {
    const fraction = digits.length === 1 ? ".0" : `.${digits.slice(1)}`;
    return `${sign}${digits[0]!}${fraction}E${scale < 0 ? "-" : "+"}${Math.abs(scale)}`;
  }
  if (power >= 0) return `${sign}${digits}${"0".repeat(power)}`;
  if (scale >= 0) return `${sign}${digits.slice(0, scale + 1)}.${digits.slice(scale + 1)}`;
  return `${sign}0.${"0".repeat(-scale - 1)}${digits}`;
}

function bitsOfDecimal(text: string, format: FloatFormat): bigint {
  const match = /^(-?)(\d+)\.?(\d*)[eE]?([+-]?\d*)$/.exec(text);
  if (match === null) return -1n;
  const digits = BigInt(match[2]! + match[3]!);
  const power = Number(match[4] === "" ? 0 : match[4]) - match[3]!.length;
  if (power >= 0) return encodeFloat(match[1] === "-", digits * 10n ** BigInt(power), 0, format);
  return encodeQuotient(match[1] === "-", digits, 10n ** BigInt(-power), 0, format);
}

/**
 * Formats a number like MLIR. Uses six digits and an exponent if parsing this text returns the number. Otherwise, uses
 * all necessary digits if this text contains a decimal point, or else hexadecimal.
 */
export function renderFloat(bits: bigint, name: string): string {
  const format = floatFormat(name);
  const parts = decodeFloat(bits, format);
  if (parts.kind === "finite") {
    if (parts.mantissa === 0n) return `${parts.negative ? "-" : ""}0.000000e+00`;
    const first = exponential(parts.negative, parts.mantissa, parts.exponent);
    if (bitsOfDecimal(first, format) === bits) return first;
    const second = shortest(parts.negative, parts.mantissa, parts.exponent, format);
    if (second.includes(".")) return second;
  }
  return `0x${bits
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(format.width / 4), "0")}`;
}
