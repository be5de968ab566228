import { typeKeys, UNKNOWN_KEY } from "../steps/pass-type.ts";
import type { MemberPlace } from "./place.ts";

/** Whether a position is beside this type. A pass placed so does not count for the interval of the type. */
export function isPlacedBy(place: MemberPlace, type: string): boolean {
  const by = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  return by !== undefined && by.toLowerCase() === type.toLowerCase();
}

/** Whether positions may name a type. `Unknown` stands for a missing type. */
export function isSelectable(type: string): boolean {
  return type.toLowerCase() !== UNKNOWN_KEY;
}

/** Types of contributions that positions can refer to, by key: `lowering`, `lowering.llvm`. */
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
