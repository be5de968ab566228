import { hashBytes } from "../text/fnv.ts";

/** Number of integers per slot: hash, start, end and value. The end of a free slot is 0. */
const STRIDE = 4;

/** Cache of parsed values by spelling. Uses open addressing, and stores only the positions of keys in the source. */
export class SpellingTable {
  readonly #bytes: Uint8Array;
  #count = 0;
  #slots: Int32Array;
  /** Free slot that the last unsuccessful {@link find} found. */
  #free = 0;

  constructor(bytes: Uint8Array, capacity = 256) {
    this.#bytes = bytes;
    this.#slots = new Int32Array(capacity * STRIDE);
  }

  /** Returns the value of the bytes `[start, end)`, or -1. Callers compute the hash while they scan the bytes. */
  find(start: number, end: number, hash: number): number {
    const bytes = this.#bytes;
    const slots = this.#slots;
    const mask = slots.length - STRIDE;
    const length = end - start;
    let slot = Math.imul(hash, STRIDE) & mask;
    probe: for (; ; slot = (slot + STRIDE) & mask) {
      const knownEnd = slots[slot + 2]!;
      if (knownEnd === 0) break;
      if (slots[slot] !== hash) continue;
      const known = slots[slot + 1]!;
      if (knownEnd - known !== length) continue;
      for (let i = 0; i < length; i++) if (bytes[known + i] !== bytes[start + i]) continue probe;
      return slots[slot + 3]!;
    }
    this.#free = slot;
    return -1;
  }

  /** Adds the spelling that the last {@link find} did not find. */
  add(start: number, end: number, hash: number, value: number): void {
    if (this.#count * 2 * STRIDE >= this.#slots.length) {
      const old = this.#slots;
      this.#slots = new Int32Array(old.length * 4);
      for (let slot = 0; slot < old.length; slot += STRIDE) {
        if (old[slot + 2] === 0) continue;
        this.find(old[slot + 1]!, old[slot + 2]!, old[slot]!);
        this.#slots.set(old.subarray(slot, slot + STRIDE), this.#free);
      }
      this.find(start, end, hash);
    }
    const slots = this.#slots;
    const slot = this.#free;
    slots[slot] = hash;
    slots[slot + 1] = start;
    slots[slot + 2] = end;
    slots[slot + 3] = value;
    this.#count++;
  }

  /** Returns the number of the spelling `[start, end)`. Spellings are numbered from 0, in order of first occurrence. */
  numberOf(start: number, end: number): number {
    const hash = hashBytes(this.#bytes, start, end);
    const known = this.find(start, end, hash);
    if (known >= 0) return known;
    this.add(start, end, hash, this.#count);
    return this.#count - 1;
  }
}
