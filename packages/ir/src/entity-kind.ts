export type EntityKind = "attribute" | "block" | "operation" | "region" | "type" | "value";

/** Key of the kind. Several versions of this package in one process share the key, but not the classes. */
const KIND = Symbol.for("@passwright/ir kind");

export function setKind(prototype: object, kind: EntityKind): void {
  Object.defineProperty(prototype, KIND, { value: kind });
}

/** Returns the kind of an object of the IR, or `undefined` for other values. Also works for another version's objects. */
export function kindOf(thing: unknown): EntityKind | undefined {
  if (typeof thing !== "object" || thing === null) return undefined;
  return (thing as { readonly [KIND]?: EntityKind })[KIND];
}
