import { typeKeys, UNKNOWN_KEY } from "../steps/pass-type.ts";
import type { MemberPlace } from "./place.ts";

/** Whether a place is in relation to this very type. A pass that is placed so does not count as part of the type's interval. */
export function isPlacedBy(place: MemberPlace, type: string): boolean {
  const by = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  return by !== undefined && by.toLowerCase() === type.toLowerCase();
}

/** Whether a type can be asked for. `Unknown` says only that nobody said anything. */
export function isSelectable(type: string): boolean {
  return type.toLowerCase() !== UNKNOWN_KEY;
}

/** The types that places can refer to because of what was contributed. Asked for by key: `lowering`, `lowering.llvm`. */
export class TypeIndex {
  readonly #keys = new Set<string>();

  /** Adds the types of a contribution that went to `place`. */
  add(types: readonly string[], place: MemberPlace): void {
    for (const key of typeKeys(types)) if (!isPlacedBy(place, key)) this.#keys.add(key);
  }

  has(type: string): boolean {
    return isSelectable(type) && this.#keys.has(type.toLowerCase());
  }
}
