import type { Entity } from "../store/columns.ts";
import { encodeLocation, resolveLocation } from "../store/location.ts";
import { LOCATION_POSITION } from "../store/store.ts";
import type { Store } from "../store/store.ts";
import { byteStringOf } from "../text/bytes.ts";

export type WordKind = "name" | "type" | "attribute" | "location";

/**
 * Numbering of names, types, attributes and locations that both ends of a transfer share. Numbers start at 1. Each
 * entry is sent and parsed only once, as text with the first letter of its kind. Positions are not entries: their numbers
 * are indices of `positions`, and both ends use the low two bits to distinguish them from the numbers of entries.
 */
export class Vocabulary {
  readonly #store: Store;
  readonly #numbers: Readonly<Record<WordKind, Map<number, number>>> = {
    name: new Map(),
    type: new Map(),
    attribute: new Map(),
    location: new Map(),
  };
  readonly #ids: number[] = [0];
  /** Numbers of entities, by kind and id. Also contains outdated numbers, because the arrays are not cleared. */
  readonly places: { [kind in Entity]?: Int32Array } = {};
  readonly added: string[] = [];
  /** Positions that were sent. `undefined` for the receiver, which uses the same numbers for positions as the sender. */
  readonly #positions: number[] | undefined;

  constructor(store: Store, positions?: number[]) {
    this.#store = store;
    this.#positions = positions;
  }

  /** Returns the number of an id or location, and assigns a number if necessary. Returns 0 for the id 0. */
  numberOf(kind: WordKind, id: number): number {
    if (id === 0) return 0;
    if (kind === "location" && (id & 3) === LOCATION_POSITION)
      return this.#positions === undefined ? id : ((this.#positions.push(id) - 1) << 2) | LOCATION_POSITION;
    const known = this.#numbers[kind].get(id);
    if (known !== undefined) return known;
    this.added.push(this.#textOf(kind, id));
    return this.#add(kind, id);
  }

  idOf(number: number): number {
    if ((number & 3) === LOCATION_POSITION) return this.#positions?.[number >>> 2] ?? number;
    return this.#ids[number >>> 2]!;
  }

  /** Adds texts that the other end sent, in the order in which they were sent. */
  learn(texts: readonly string[]): void {
    const { context } = this.#store;
    const before = context.allowUnregistered;
    // Accepts unregistered names, because the sender has already accepted them.
    context.allowUnregistered = true;
    try {
      for (const text of texts) this.#read(text.charAt(0), text.slice(1));
    } finally {
      context.allowUnregistered = before;
    }
  }

  #add(kind: WordKind, id: number): number {
    const number = this.#ids.length << 2;
    this.#ids.push(id);
    this.#numbers[kind].set(id, number);
    return number;
  }

  #textOf(kind: WordKind, id: number): string {
    const { context } = this.#store;
    if (kind === "name") return `n${context.names[id]!.text}`;
    if (kind === "type") return `t${context.types[id]!.toString()}`;
    if (kind === "attribute") return `a${context.attributes[id]!.toString()}`;
    return `l${resolveLocation(this.#store, id).toString()}`;
  }

  #read(kind: string, text: string): void {
    const { context } = this.#store;
    if (kind === "n") this.#add("name", context.operationName(byteStringOf(text)).id);
    else if (kind === "t") this.#add("type", context.parseType(text).id);
    else if (kind === "a") this.#add("attribute", context.parseAttribute(text).id);
    else this.#add("location", encodeLocation(context.parseAttribute(text)));
  }
}
