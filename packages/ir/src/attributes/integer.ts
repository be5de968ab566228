import type { Type } from "./attribute.ts";

/** Maximum number of bits of an integer type (`IntegerType::kMaxWidth`). */
export const MAX_INTEGER_WIDTH = 16777215;

export function isIntegerWidth(width: unknown): width is number {
  return Number.isInteger(width) && (width as number) >= 0 && (width as number) <= MAX_INTEGER_WIDTH;
}

/** Returns a value modulo two to the power of the width of an integer type or `index`, as attributes store the value. */
export function wrappedInteger({ data }: Type, value: number | bigint): bigint {
  const { width, signedness } = data.kind === "integer" ? data : ({ width: 64, signedness: "signed" } as const);
  const isUnsigned = signedness === "unsigned" || (signedness === "signless" && width === 1);
  return (isUnsigned ? BigInt.asUintN : BigInt.asIntN)(width, BigInt(value));
}
