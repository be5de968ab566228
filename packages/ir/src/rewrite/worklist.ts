import { grown } from "../store/grown.ts";
/** Stack of operations without duplicates (`Worklist` in `GreedyPatternRewriteDriver.cpp`). A removal leaves a hole. */
export class Worklist {
  #list = new Int32Array(64);
  #length = 0;
  /** Maps each operation to its index plus one, or to 0 if the operation is not in the list. */
  #places = new Int32Array(64);

  push(op: number): void {
    if (op >= this.#places.length) this.#places = grown(this.#places, op + 1);
    if (this.#places[op] !== 0) return;
    if (this.#length === this.#list.length) this.#list = grown(this.#list, this.#length + 1);
    this.#list[this.#length++] = op;
    this.#places[op] = this.#length;
  }

  /** Removes and returns the last operation. Returns 0 if the list is empty. */
  pop(): number {
    while (this.#length > 0) {
      const op = this.#list[--this.#length]!;
      if (op === 0) continue;
      this.#places[op] = 0;
      return op;
    }
    return 0;
  }

  remove(op: number): void {
    const place = op < this.#places.length ? this.#places[op]! : 0;
    if (place === 0) return;
    this.#list[place - 1] = 0;
    this.#places[op] = 0;
  }

  clear(): void {
    while (this.pop() !== 0);
  }

  reverse(): void {
    for (let low = 0, high = this.#length - 1; low <= high; low++, high--) {
      const first = this.#list[low]!;
      const last = this.#list[high]!;
      this.#list[low] = last;
      this.#list[high] = first;
      // A hole contains 0. `#places[0]` is not used.
      this.#places[last] = low + 1;
      this.#places[first] = high + 1;
    }
  }
}
