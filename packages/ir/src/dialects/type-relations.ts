import type { Type } from "../attributes/attribute.ts";
import type { TypeRelation } from "./op-structure.ts";

/** Corresponds to `AllTypesMatch` in MLIR: several values have the same type. */
export function allTypesMatch(...groups: readonly string[]): TypeRelation {
  return {
    description: `all of {${groups.join(", ")}} have same type`,
    holds: (typesOf) => groups.every((group) => typesOf(group)[0] === typesOf(groups[0]!)[0]),
  };
}

/** Corresponds to `TypesMatchWith` in MLIR: the type of one value follows from the type of another value. */
export function typeMatches(
  group: string,
  source: string,
  description: string,
  typeOf: (source: Type) => Type | undefined,
): TypeRelation {
  return { description, holds: (typesOf) => typesOf(group)[0] === typeOf(typesOf(source)[0]!) };
}
