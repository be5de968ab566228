import { type Attribute, type AttributeData, type NamedAttribute } from "./attribute.ts";

/** Two ids of attributes are one number below 2^53. */
const MOST_IDS = 2 ** 26;
const MOST_COLUMNS = 2 ** 16;

/**
 * What a module has very many of, each another: dictionaries, integers, strings, types and places in files, found by their parts. Writing out each, to
 * find it by its text, would cost more than everything else that is done with it.
 */
export class InternedByParts {
  /** By the names in it, then by what they stand for. */
  readonly #dictionaries = new Map<string, Map<number | string, Attribute>>();
  readonly #places = new Map<string, Map<number, Attribute>>();
  readonly #strings = new Map<string, Attribute>();
  /** By the type's number. */
  readonly #types: (Attribute | undefined)[] = [];

  /** By type, then by value. */
  readonly #integers: (Map<number | bigint, Attribute> | undefined)[] = [];

  /** Answers the one that is made of this, or what `make` makes; undefined for what is found by its text. */
  find(data: AttributeData, make: () => Attribute): Attribute | undefined {
    if (data.kind === "integer") return this.#findInteger(data.type.id, data.value, make);
    if (data.kind === "dictionary")
      return findIn(this.#dictionaries, namesOf(data.entries), valuesOf(data.entries), make);
    if (data.kind === "string" && data.type === undefined) return this.#findString(data.value, make);
    if (data.kind === "type") return (this.#types[data.type.id] ??= make());
    if (data.kind !== "file-location" || data.endColumn !== undefined || data.column >= MOST_COLUMNS) return undefined;
    return findIn(this.#places, data.file, data.line * MOST_COLUMNS + data.column, make);
  }

  #findString(value: string, make: () => Attribute): Attribute {
    let attribute = this.#strings.get(value);
    if (attribute === undefined) this.#strings.set(value, (attribute = make()));
    return attribute;
  }

  #findInteger(type: number, value: bigint, make: () => Attribute): Attribute {
    const table = (this.#integers[type] ??= new Map<number | bigint, Attribute>());
    // Small numbers are found faster.
    const key = value >= SMALLEST && value <= LARGEST ? Number(value) : value;
    let attribute = table.get(key);
    if (attribute === undefined) table.set(key, (attribute = make()));
    return attribute;
  }
}

const SMALLEST = -(2n ** 30n);
const LARGEST = 2n ** 30n;

function findIn<K>(tables: Map<string, Map<K, Attribute>>, table: string, key: K, make: () => Attribute): Attribute {
  let found = tables.get(table);
  if (found === undefined) tables.set(table, (found = new Map<K, Attribute>()));
  let attribute = found.get(key);
  if (attribute === undefined) found.set(key, (attribute = make()));
  return attribute;
}

function namesOf(entries: readonly NamedAttribute[]): string {
  let names = "";
  // A name may contain anything, so its length goes before it.
  for (let i = 0; i < entries.length; i++) names += `${entries[i]!.name.length}:${entries[i]!.name}`;
  return names;
}

function valuesOf(entries: readonly NamedAttribute[]): number | string {
  const first = entries.length > 0 ? entries[0]!.value.id : 0;
  if (entries.length < 2) return first;
  const second = entries[1]!.value.id;
  if (entries.length === 2 && first < MOST_IDS && second < MOST_IDS) return first * MOST_IDS + second;
  return entries.map(({ value }) => value.id).join(",");
}
