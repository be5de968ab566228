import { getOrMake } from "../maps.ts";
import { grown } from "../store/grown.ts";
import { FNV_OFFSET, FNV_PRIME } from "../text/fnv.ts";
import type { Attribute, AttributeData } from "./attribute.ts";

/**
 * Contents of an untyped string or a dictionary. Contexts have many of these attributes, because most functions have
 * their own name and dictionary.
 */
type TabledData = AttributeData & { readonly kind: "string" | "dictionary" };

/**
 * Length of a string above which its hash depends only on the end of the string. If the hashes of two strings are
 * equal, the full contents are compared.
 */
const LONGEST_HASHED = 256;

/** Hash table with open addressing. Finds attributes by their contents. A lookup does not create a key object. */
class AttributeTable {
  /** Attributes by their numbers in this table, which start at 1. */
  readonly #attributes: (Attribute | undefined)[] = [undefined];
  #hashes: Int32Array = new Int32Array(64);
  /** Number of the attribute in each slot, or 0 for an empty slot. */
  #slots: Int32Array = new Int32Array(128);

  /**
   * Returns the attribute with these contents. Creates missing attributes with `make`. Dictionary entries must be
   * sorted by name.
   */
  find(data: TabledData, make: () => Attribute): Attribute {
    const hash = hashOf(data);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let number = this.#slots[slot]!; number !== 0; number = this.#slots[slot]!) {
      const known = this.#attributes[number]!;
      if (this.#hashes[number] === hash && isSame(known.data, data)) return known;
      slot = (slot + 1) & mask;
    }
    const made = make();
    const number = this.#attributes.push(made) - 1;
    if (number === this.#hashes.length) this.#hashes = grown(this.#hashes);
    this.#hashes[number] = hash;
    this.#slots[slot] = number;
    if (number * 2 > mask) this.#rehash();
    return made;
  }

  #rehash(): void {
    const mask = this.#slots.length * 2 - 1;
    this.#slots = new Int32Array(mask + 1);
    for (let number = 1; number < this.#attributes.length; number++) {
      let slot = this.#hashes[number]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}

function hashOf(data: TabledData): number {
  let hash = FNV_OFFSET;
  if (data.kind === "string") hash = hashText(hash, data.value);
  else {
    for (let i = 0; i < data.entries.length; i++) {
      const { name, value } = data.entries[i]!;
      hash = Math.imul(hashText(hash, name) ^ value.id, FNV_PRIME);
    }
  }
  return hash ^ (hash >>> 15);
}

function hashText(start: number, text: string): number {
  let hash = start ^ text.length;
  for (let at = Math.max(0, text.length - LONGEST_HASHED); at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}

function isSame(known: AttributeData, data: TabledData): boolean {
  if (data.kind === "string") return known.kind === "string" && known.value === data.value;
  if (known.kind !== "dictionary" || known.entries.length !== data.entries.length) return false;
  for (let i = 0; i < data.entries.length; i++) {
    const { name, value } = known.entries[i]!;
    if (value !== data.entries[i]!.value || name !== data.entries[i]!.name) return false;
  }
  return true;
}

const MOST_COLUMNS = 2 ** 16;

/**
 * Interns dictionaries, integers, strings, types and file locations by their parts. For these frequent kinds,
 * formatting a text for the lookup would take most of the time.
 */
export class InternedByParts {
  readonly #table = new AttributeTable();
  readonly #places = new Map<string, Map<number, Attribute>>();
  /** Type attributes, by the id of the type. */
  readonly #types: (Attribute | undefined)[] = [];

  /** Integer attributes, by type and then by value. */
  readonly #integers: (Map<number | bigint, Attribute> | undefined)[] = [];

  /**
   * Returns the attribute with these contents. Creates missing attributes with `make`. Returns `undefined` for
   * attributes that are interned by their texts.
   */
  find(data: AttributeData, make: () => Attribute): Attribute | undefined {
    if (data.kind === "integer") {
      const { type, value } = data;
      const table = (this.#integers[type.id] ??= new Map<number | bigint, Attribute>());
      // Lookups in a `Map` are faster with numbers as keys than with bigints.
      return getOrMake(table, value >= SMALLEST && value <= LARGEST ? Number(value) : value, make);
    }
    if (data.kind === "dictionary" || (data.kind === "string" && data.type === undefined))
      return this.#table.find(data, make);
    if (data.kind === "type") return (this.#types[data.type.id] ??= make());
    if (data.kind !== "file-location" || data.endColumn !== undefined || data.column >= MOST_COLUMNS) return undefined;
    const places = getOrMake(this.#places, data.file, () => new Map<number, Attribute>());
    return getOrMake(places, data.line * MOST_COLUMNS + data.column, make);
  }
}

const SMALLEST = -(2n ** 30n);
const LARGEST = 2n ** 30n;
