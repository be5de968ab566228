/**
 * Function that divides two integers of the given width, which are given as unsigned bits. Returns `undefined` if the
 * division must not be folded. As in MLIR, a division must not be folded if an intermediate result overflows.
 */
export type Quotient = (dividend: bigint, divisor: bigint, width: number) => bigint | undefined;

export const ceilDivSigned: Quotient = (dividend, divisor, width) => {
  const a = BigInt.asIntN(width, dividend);
  const b = BigInt.asIntN(width, divisor);
  if (b === 0n) return undefined;
  if (a === 0n) return 0n;
  // Does not fold the smallest integer. MLIR negates negative integers first, and negating the smallest integer
  // overflows.
  if (a === least(width) || b === least(width)) return undefined;
  return BigInt.asUintN(width, roundUp(a, b));
};

export const ceilDivUnsigned: Quotient = (dividend, divisor, width) =>
  divisor === 0n ? undefined : BigInt.asUintN(width, roundUp(dividend, divisor));

export const floorDivSigned: Quotient = (dividend, divisor, width) => {
  const a = BigInt.asIntN(width, dividend);
  const b = BigInt.asIntN(width, divisor);
  if (b === 0n || (a === least(width) && b === -1n)) return undefined;
  return BigInt.asUintN(width, -roundUp(-a, b));
};

/** Divides and rounds up. BigInt division rounds towards zero. */
function roundUp(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return quotient * b !== a && a < 0n === b < 0n ? quotient + 1n : quotient;
}

function least(width: number): bigint {
  return -(1n << BigInt(width - 1));
}
