import { grown } from "../store/grown.ts";
import { FNV_OFFSET, FNV_PRIME } from "../text/fnv.ts";

/** Number of fields before the ids of an entry: hash, id, input count, result count. */
const HEAD = 4;

/**
 * Hash table with open addressing. Finds the id of a function type by the ids of its inputs and results. A lookup does
 * not create a key object.
 */
export class FunctionTable {
  /** Entries, starting at index 1. */
  #entries: Int32Array = new Int32Array(1024);
  #end = 1;
  #count = 0;
  /** Start index of the entry in each slot, or 0 for an empty slot. */
  #slots: Int32Array = new Int32Array(256);

  /** Returns the id of the function type, or 0 if the table does not contain it. */
  find(inputs: readonly number[], results: readonly number[]): number {
    const entries = this.#entries;
    const slots = this.#slots;
    const mask = slots.length - 1;
    const hash = hashOf(inputs, results);
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = slots[slot]!;
      if (entries[entry] === hash && this.#isOf(entry, inputs, results)) return entries[entry + 1]!;
    }
    return 0;
  }

  /** Adds a function type that the table does not contain. */
  add(inputs: readonly number[], results: readonly number[], id: number): void {
    const entry = this.#end;
    this.#end += HEAD + inputs.length + results.length;
    if (this.#end > this.#entries.length) this.#entries = grown(this.#entries, this.#end);
    this.#entries.set([hashOf(inputs, results), id, inputs.length, results.length], entry);
    this.#entries.set(inputs, entry + HEAD);
    this.#entries.set(results, entry + HEAD + inputs.length);
    this.#count++;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    else this.#place(entry);
  }

  #isOf(entry: number, inputs: readonly number[], results: readonly number[]): boolean {
    const entries = this.#entries;
    if (entries[entry + 2] !== inputs.length || entries[entry + 3] !== results.length) return false;
    let at = entry + HEAD;
    for (let i = 0; i < inputs.length; i++) if (entries[at++] !== inputs[i]) return false;
    for (let i = 0; i < results.length; i++) if (entries[at++] !== results[i]) return false;
    return true;
  }

  #place(entry: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#entries[entry]! & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry;
  }

  #rehash(): void {
    const entries = this.#entries;
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let entry = 1; entry < this.#end; entry += HEAD + entries[entry + 2]! + entries[entry + 3]!)
      this.#place(entry);
  }
}

function hashOf(inputs: readonly number[], results: readonly number[]): number {
  let hash = FNV_OFFSET ^ inputs.length;
  for (let i = 0; i < inputs.length; i++) hash = Math.imul(hash ^ inputs[i]!, FNV_PRIME);
  for (let i = 0; i < results.length; i++) hash = Math.imul(hash ^ results[i]!, FNV_PRIME);
  return hash ^ (hash >>> 15);
}
