import type { Type } from "../attributes/attribute.ts";
import type { TypeRelation } from "./op-structure.ts";

/** Returns a relation that holds if several values have the same type (`AllTypesMatch`). */
export function allTypesMatch(...groups: readonly string[]): TypeRelation {
  return {
    description: `all of {${groups.join(", ")}} have same type`,
    holds: (typesOf) => groups.every((group) => typesOf(group)[0] === typesOf(groups[0]!)[0]),
  };
}

/**
 * Returns a relation that holds if the type of `group` equals the result of `typeOf` for the type of `source`
 * (`TypesMatchWith`).
 */
export function typeMatches(
  group: string,
  source: string,
  description: string,
  typeOf: (source: Type) => Type | undefined,
): TypeRelation {
  return { description, holds: (typesOf) => typesOf(group)[0] === typeOf(typesOf(source)[0]!) };
}
