/**
 * Cache that maps bytes of the source to parsed values, so that each spelling is parsed once. Uses open addressing, and
 * stores only the positions of keys in the source.
 */
export class SpellingTable {
  readonly #bytes: Uint8Array;
  #mask: number;
  #count = 0;
  #hashes: Int32Array;
  #starts: Int32Array;
  #ends: Int32Array;
  #values: Int32Array;
  /** Free slot that the last unsuccessful {@link find} found. */
  #slot = 0;

  constructor(bytes: Uint8Array, capacity = 256) {
    this.#bytes = bytes;
    this.#mask = capacity - 1;
    this.#hashes = new Int32Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
    this.#values = new Int32Array(capacity);
  }

  /**
   * Returns the value of the bytes `[start, end)`, or -1 if the table does not contain them. `hash` is the hash of
   * these bytes, which callers compute while they scan the bytes.
   */
  find(start: number, end: number, hash: number): number {
    const bytes = this.#bytes;
    const ends = this.#ends;
    const length = end - start;
    let slot = hash & this.#mask;
    probe: for (; ; slot = (slot + 1) & this.#mask) {
      const knownEnd = ends[slot]!;
      if (knownEnd === 0) break;
      if (this.#hashes[slot] !== hash) continue;
      const known = this.#starts[slot]!;
      if (knownEnd - known !== length) continue;
      for (let i = 0; i < length; i++) if (bytes[known + i] !== bytes[start + i]) continue probe;
      return this.#values[slot]!;
    }
    this.#slot = slot;
    return -1;
  }

  /** Adds the spelling that the last {@link find} did not find. */
  add(start: number, end: number, hash: number, value: number): void {
    if (this.#count * 2 > this.#mask) {
      this.#grow();
      this.find(start, end, hash);
    }
    const slot = this.#slot;
    this.#hashes[slot] = hash;
    this.#starts[slot] = start;
    this.#ends[slot] = end;
    this.#values[slot] = value;
    this.#count++;
  }

  #grow(): void {
    const [hashes, starts, ends, values] = [this.#hashes, this.#starts, this.#ends, this.#values];
    const capacity = hashes.length * 4;
    this.#mask = capacity - 1;
    this.#hashes = new Int32Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
    this.#values = new Int32Array(capacity);
    for (let i = 0; i < hashes.length; i++) {
      if (ends[i] === 0) continue;
      let slot = hashes[i]! & this.#mask;
      while (this.#ends[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#hashes[slot] = hashes[i]!;
      this.#starts[slot] = starts[i]!;
      this.#ends[slot] = ends[i]!;
      this.#values[slot] = values[i]!;
    }
  }
}
