import { typeKeys, UNKNOWN_KEY } from "../steps/pass-type.ts";
import type { MemberPlace } from "./place.ts";

/**
 * Returns whether a position is relative to this type. A pass at a position relative to a type does not count as a pass
 * of this type, even if it has this type.
 */
export function isPlacedBy(place: MemberPlace, type: string): boolean {
  const by = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  return by !== undefined && by.toLowerCase() === type.toLowerCase();
}

/**
 * Returns whether positions can name a type. Positions cannot name `Unknown`, which is the type of passes that do not
 * declare a type.
 */
export function isSelectable(type: string): boolean {
  return type.toLowerCase() !== UNKNOWN_KEY;
}

/**
 * Types that positions can name because a contribution has these types. Stores the keys of the types, such as
 * `lowering` and `lowering.llvm`.
 */
export class TypeIndex {
  readonly #keys = new Set<string>();

  /** Adds the types of a contribution whose position is `place`. Does not add the type to which `place` refers. */
  add(types: readonly string[], place: MemberPlace): void {
    for (const key of typeKeys(types)) if (!isPlacedBy(place, key)) this.#keys.add(key);
  }

  has(type: string): boolean {
    return isSelectable(type) && this.#keys.has(type.toLowerCase());
  }
}
