import { grown } from "../store/grown.ts";
import { FNV_OFFSET, FNV_PRIME } from "../text/fnv.ts";
import { type Attribute, type NamedAttribute } from "./attribute.ts";

/** Dictionaries by what is in them: every function of a module has another, so no key is made for looking. Open addressing. */
export class DictionaryTable {
  /** In the order of their numbers here, which begin with 1. */
  readonly #dictionaries: (Attribute | undefined)[] = [undefined];
  #hashes: Int32Array = new Int32Array(64);
  /** Numbers of dictionaries; 0 where there is none. */
  #slots: Int32Array = new Int32Array(128);

  /** The dictionary with these entries, which are sorted by name, or what `make` makes. */
  find(entries: readonly NamedAttribute[], make: () => Attribute): Attribute {
    const hash = hashOf(entries);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let number = this.#slots[slot]!; number !== 0; number = this.#slots[slot]!) {
      const known = this.#dictionaries[number]!;
      if (this.#hashes[number] === hash && hasEntries(known, entries)) return known;
      slot = (slot + 1) & mask;
    }
    const made = make();
    const number = this.#dictionaries.push(made) - 1;
    if (number === this.#hashes.length) this.#hashes = grown(this.#hashes);
    this.#hashes[number] = hash;
    this.#slots[slot] = number;
    if (number * 2 > mask) this.#rehash();
    return made;
  }

  #rehash(): void {
    const mask = this.#slots.length * 4 - 1;
    this.#slots = new Int32Array(mask + 1);
    for (let number = 1; number < this.#dictionaries.length; number++) {
      let slot = this.#hashes[number]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}

function hashOf(entries: readonly NamedAttribute[]): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < entries.length; i++) {
    const { name, value } = entries[i]!;
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), FNV_PRIME);
    hash = Math.imul(hash ^ value.id, FNV_PRIME);
  }
  return hash ^ (hash >>> 15);
}

function hasEntries({ data }: Attribute, entries: readonly NamedAttribute[]): boolean {
  if (data.kind !== "dictionary" || data.entries.length !== entries.length) return false;
  for (let i = 0; i < entries.length; i++) {
    const { name, value } = data.entries[i]!;
    if (value !== entries[i]!.value || name !== entries[i]!.name) return false;
  }
  return true;
}
