import type { PassDeclaration } from "../pass-declaration.ts";

/** Returns whether `property` is the property of a `Value`, which ends with a version, such as `@1`. */
export function isValueProperty(property: string): boolean {
  return /@\d+$/.test(property);
}

/** Returns the names of the values that all given passes keep. */
export function keptValues(declarations: readonly PassDeclaration[]): string[] {
  const names = new Set(declarations.flatMap(({ preserves = [], requires = [] }) => [...preserves, ...requires]));
  return [...names].filter((name) => isValueProperty(name) && declarations.every((one) => keepsValue(one, name)));
}

/** Returns whether a pass declares that a value stays valid. */
export function keepsValue({ preserves, requires, invalidates }: PassDeclaration, property: string): boolean {
  const isMeant = preserves?.includes(property) === true || requires?.includes(property) === true;
  return isMeant && invalidates?.includes(property) !== true;
}
