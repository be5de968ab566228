/**
 * Table of the visited operations in scope, which finds operations by equivalence. All scopes share one hash table with
 * open addressing and one log of insertions, so that leaving a scope does not allocate. Entries are removed in reverse
 * order, which keeps other probe chains intact. The id of an entry is its index in the log, from 1.
 */
export class KnownOperations {
  /** Hash table. Each slot contains the id of an entry, or 0 if the slot is free. At most half of the slots are used. */
  #slots: Int32Array = new Int32Array(1 << 10);
  #count = 0;
  /** Index of the last hidden entry. Only entries with greater indices can be found. */
  #barrier = 0;
  readonly #isSame: (a: number, b: number) => boolean;
  #hashes: Int32Array = new Int32Array(1 << 9);
  #ops: Int32Array = new Int32Array(1 << 9);
  #epochs: Int32Array = new Int32Array(1 << 9);
  #slotOf: Int32Array = new Int32Array(1 << 9);
  /** For each entry, the older entry of an equivalent operation that it hides in its slot, or 0 if none exists. */
  #shadowed: Int32Array = new Int32Array(1 << 9);

  constructor(isSame: (a: number, b: number) => boolean) {
    this.#isSame = isSame;
  }

  /** Starts a scope. Returns the argument for {@link leave}. */
  enter(): number {
    return this.#count;
  }

  /** Removes all entries, including the entries of open scopes. */
  reset(): void {
    this.leave(0);
    this.#barrier = 0;
  }

  leave(mark: number): void {
    for (let entry = this.#count; entry > mark; entry--) this.#slots[this.#slotOf[entry]!] = this.#shadowed[entry]!;
    this.#count = mark;
  }

  /** Hides all entries. Returns the argument for {@link reveal}. */
  hide(): number {
    const before = this.#barrier;
    this.#barrier = this.#count;
    return before;
  }

  reveal(barrier: number): void {
    this.#barrier = barrier;
  }

  /** Returns the visible entry of an operation that is equivalent to `op`, or 0 if none exists. */
  find(op: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]!;
      if (entry === 0) return 0;
      if (this.#hashes[entry] === hash && entry > this.#barrier && this.#isSame(this.#ops[entry]!, op)) return entry;
    }
  }

  opOf(entry: number): number {
    return this.#ops[entry]!;
  }

  epochOf(entry: number): number {
    return this.#epochs[entry]!;
  }

  /** Inserts an operation. `shadowed` is the entry that {@link find} returned for this operation. */
  insert(op: number, hash: number, epoch: number, shadowed: number): void {
    const entry = this.#count + 1;
    if (entry * 2 >= this.#slots.length) this.#grow();
    this.#count = entry;
    this.#hashes[entry] = hash;
    this.#ops[entry] = op;
    this.#epochs[entry] = epoch;
    this.#shadowed[entry] = shadowed;
    this.#place(entry);
  }

  #place(entry: number): void {
    const shadowed = this.#shadowed[entry]!;
    let slot: number;
    if (shadowed !== 0) slot = this.#slotOf[shadowed]!;
    else {
      const mask = this.#slots.length - 1;
      slot = this.#hashes[entry]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    }
    this.#slots[slot] = entry;
    this.#slotOf[entry] = slot;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#hashes = enlarged(this.#hashes);
    this.#ops = enlarged(this.#ops);
    this.#epochs = enlarged(this.#epochs);
    this.#slotOf = enlarged(this.#slotOf);
    this.#shadowed = enlarged(this.#shadowed);
    for (let entry = 1; entry <= this.#count; entry++) this.#place(entry);
  }
}

function enlarged(column: Int32Array): Int32Array {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}
