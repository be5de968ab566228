/** End of the range of integers with a given width. Integers are given as unsigned bits. */
export interface End {
  of(width: number): bigint;
  /** Returns whether `a` is closer to this end than `b`. */
  isCloser(a: bigint, b: bigint, width: number): boolean;
}

export const leastUnsigned: End = {
  of: () => 0n,
  isCloser: (a, b) => a < b,
};

export const largestUnsigned: End = {
  of: (width) => (1n << BigInt(width)) - 1n,
  isCloser: (a, b) => a > b,
};

export const leastSigned: End = {
  of: (width) => 1n << BigInt(width - 1),
  isCloser: (a, b, width) => BigInt.asIntN(width, a) < BigInt.asIntN(width, b),
};

export const largestSigned: End = {
  of: (width) => (1n << BigInt(width - 1)) - 1n,
  isCloser: (a, b, width) => BigInt.asIntN(width, a) > BigInt.asIntN(width, b),
};
