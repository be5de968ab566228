import type { Type } from "./attribute.ts";

/** Returns a value modulo two to the power of the width of an integer type or `index`, as attributes store the value. */
export function wrappedInteger({ data }: Type, value: number | bigint): bigint {
  const { width, signedness } = data.kind === "integer" ? data : ({ width: 64, signedness: "signed" } as const);
  const isUnsigned = signedness === "unsigned" || (signedness === "signless" && width === 1);
  return (isUnsigned ? BigInt.asUintN : BigInt.asIntN)(width, BigInt(value));
}
