import type { Attribute, AttributeData } from "./attribute.ts";
import { AttributeTable } from "./attribute-table.ts";
import { getOrMake } from "../maps.ts";

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
    if (data.kind === "integer") return this.#findInteger(data.type.id, data.value, make);
    if (data.kind === "dictionary" || (data.kind === "string" && data.type === undefined))
      return this.#table.find(data, make);
    if (data.kind === "type") return (this.#types[data.type.id] ??= make());
    if (data.kind !== "file-location" || data.endColumn !== undefined || data.column >= MOST_COLUMNS) return undefined;
    const places = getOrMake(this.#places, data.file, () => new Map<number, Attribute>());
    return getOrMake(places, data.line * MOST_COLUMNS + data.column, make);
  }

  #findInteger(type: number, value: bigint, make: () => Attribute): Attribute {
    const table = (this.#integers[type] ??= new Map<number | bigint, Attribute>());
    // Lookups in a `Map` are faster with numbers as keys than with bigints.
    const key = value >= SMALLEST && value <= LARGEST ? Number(value) : value;
    return getOrMake(table, key, make);
  }
}

const SMALLEST = -(2n ** 30n);
const LARGEST = 2n ** 30n;
