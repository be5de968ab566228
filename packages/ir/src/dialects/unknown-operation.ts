import { suggest } from "@passwright/core";
import type { DialectStructure } from "./op-structure.ts";

/** Returns the help for an operation that is not registered. `otherwise` is the help if its dialect can be unknown. */
export function helpForUnknown(
  { dialects }: { readonly dialects: readonly DialectStructure[] },
  name: string,
  otherwise: string,
): string {
  const known = dialects.flatMap((one) => Object.keys(one.ops).map((op) => `${one.name}.${op}`));
  const similar = suggest(name, known);
  if (similar !== undefined) return `did you mean \`${similar}\`?`;
  const dialect = dialects.find((one) => name.startsWith(`${one.name}.`));
  if (dialect === undefined || dialect.allowUnknownOps === true) return otherwise;
  return `use an operation that dialect \`${dialect.name}\` defines`;
}
