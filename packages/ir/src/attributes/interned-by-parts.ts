import { getOrMake } from "../maps.ts";
import { grown } from "../store/grown.ts";
import { FNV_OFFSET, FNV_PRIME } from "../text/fnv.ts";
import type { Attribute, AttributeData, Type } from "./attribute.ts";

/**
 * Contents of an untyped string, a dictionary or the location of a call. Most functions have their own name and
 * dictionary, and inlined operations can have long chains of calls.
 */
type TabledData = AttributeData & { readonly kind: "string" | "dictionary" | "call-site-location" };

/** Length of a string above which its hash depends only on the end of the string. */
const LONGEST_HASHED = 256;

/** Hash table with open addressing. Finds items by their contents. A lookup does not format a text. */
class HashTable<Key, Item> {
  readonly #isSame: (item: Item, key: Key) => boolean;
  /** Items by their numbers in this table, which start at 1. */
  readonly #items: Item[] = [undefined as never];
  #hashes: Int32Array = new Int32Array(64);
  /** Number of the item in each slot, or 0 for an empty slot. */
  #slots: Int32Array = new Int32Array(128);

  constructor(isSame: (item: Item, key: Key) => boolean) {
    this.#isSame = isSame;
  }

  find(hash: number, key: Key, make: (key: Key) => Item): Item {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let number = this.#slots[slot]!; number !== 0; number = this.#slots[slot]!) {
      const known = this.#items[number]!;
      if (this.#hashes[number] === hash && this.#isSame(known, key)) return known;
      slot = (slot + 1) & mask;
    }
    const made = make(key);
    const number = this.#items.push(made) - 1;
    if (number === this.#hashes.length) this.#hashes = grown(this.#hashes);
    this.#hashes[number] = hash;
    this.#slots[slot] = number;
    if (number * 2 > mask) this.#rehash();
    return made;
  }

  #rehash(): void {
    const mask = this.#slots.length * 2 - 1;
    this.#slots = new Int32Array(mask + 1);
    for (let number = 1; number < this.#items.length; number++) {
      let slot = this.#hashes[number]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}

function hashOf(data: TabledData): number {
  let hash = FNV_OFFSET;
  if (data.kind === "string") hash = hashText(hash, data.value);
  else if (data.kind === "call-site-location")
    hash = Math.imul(Math.imul(hash ^ data.callee.id, FNV_PRIME) ^ data.caller.id, FNV_PRIME);
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

function isSame({ data: known }: Attribute, data: TabledData): boolean {
  if (data.kind === "string") return known.kind === "string" && known.value === data.value;
  if (data.kind === "call-site-location")
    return known.kind === data.kind && known.callee === data.callee && known.caller === data.caller;
  if (known.kind !== "dictionary" || known.entries.length !== data.entries.length) return false;
  for (let i = 0; i < data.entries.length; i++) {
    const { name, value } = known.entries[i]!;
    if (value !== data.entries[i]!.value || name !== data.entries[i]!.name) return false;
  }
  return true;
}

export interface FunctionKey {
  readonly inputs: readonly number[];
  readonly results: readonly number[];
}

function hashOfFunction({ inputs, results }: FunctionKey): number {
  let hash = FNV_OFFSET ^ inputs.length;
  for (let i = 0; i < inputs.length; i++) hash = Math.imul(hash ^ inputs[i]!, FNV_PRIME);
  for (let i = 0; i < results.length; i++) hash = Math.imul(hash ^ results[i]!, FNV_PRIME);
  return hash ^ (hash >>> 15);
}

function haveIds(types: readonly Type[], ids: readonly number[]): boolean {
  if (types.length !== ids.length) return false;
  for (let i = 0; i < ids.length; i++) if (types[i]!.id !== ids[i]) return false;
  return true;
}

const MOST_COLUMNS = 2 ** 16;

/** Interns frequent kinds by their parts, because formatting a text for the lookup would take most of the time. */
export class InternedByParts {
  readonly #table = new HashTable<TabledData, Attribute>(isSame);
  readonly #functions = new HashTable<FunctionKey, Type>(
    ({ data }, { inputs, results }) =>
      data.kind === "function" && haveIds(data.inputs, inputs) && haveIds(data.results, results),
  );
  readonly #places = new Map<string, Map<number, Attribute>>();
  readonly #types: (Attribute | undefined)[] = [];
  readonly #integers: (Map<number | bigint, Attribute> | undefined)[] = [];

  /** Returns the attribute with these contents, or `undefined` for attributes that are interned by their texts. */
  find(data: AttributeData, make: () => Attribute): Attribute | undefined {
    if (data.kind === "integer") {
      const { type, value } = data;
      const table = (this.#integers[type.id] ??= new Map<number | bigint, Attribute>());
      // Lookups in a `Map` are faster with numbers as keys than with bigints.
      return getOrMake(table, value >= SMALLEST && value <= LARGEST ? Number(value) : value, make);
    }
    const isTabled = data.kind === "dictionary" || data.kind === "call-site-location";
    if (isTabled || (data.kind === "string" && data.type === undefined))
      return this.#table.find(hashOf(data), data, make);
    if (data.kind === "type") return (this.#types[data.type.id] ??= make());
    if (data.kind !== "file-location" || data.endColumn !== undefined || data.column >= MOST_COLUMNS) return undefined;
    const places = getOrMake(this.#places, data.file, () => new Map<number, Attribute>());
    return getOrMake(places, data.line * MOST_COLUMNS + data.column, make);
  }

  /** Returns the function type whose inputs and results have these ids. Creates missing types with `make`. */
  findFunction(key: FunctionKey, make: (key: FunctionKey) => Type): Type {
    return this.#functions.find(hashOfFunction(key), key, make);
  }
}

const SMALLEST = -(2n ** 30n);
const LARGEST = 2n ** 30n;
