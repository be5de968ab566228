/**
 * Edges between the numbers 0 … count-1, in two arrays. The successors of a number are adjacent elements of one array.
 * A separate array for each number would create thousands of objects for the garbage collector.
 */
export class Edges {
  readonly #offsets: Int32Array;
  readonly #targets: Int32Array;

  private constructor(offsets: Int32Array, targets: Int32Array) {
    this.#offsets = offsets;
    this.#targets = targets;
  }

  /** Creates edges from the first `length` pairs `from[i]` → `to[i]`, in any order. Ignores duplicates. */
  static of(count: number, from: Int32Array, to: Int32Array, length: number = from.length): Edges {
    // Sorts by end, then by start, so that successors are sorted.
    const byEnd = countingSort(count, to, undefined, length);
    const byStart = countingSort(count, from, byEnd, length);
    const offsets = new Int32Array(count + 1);
    const targets = new Int32Array(length);
    let size = 0;
    let start = -1;
    for (const pair of byStart) {
      const at = from[pair] as number;
      const target = to[pair] as number;
      if (at === start && targets[size - 1] === target) continue;
      while (start < at) offsets[++start] = size;
      targets[size++] = target;
    }
    while (start < count) offsets[++start] = size;
    return new Edges(offsets, targets.subarray(0, size));
  }

  /** Returns the successors of a number in ascending order. */
  after(node: number): Int32Array {
    return this.#targets.subarray(this.#offsets[node], this.#offsets[node + 1]);
  }

  /**
   * Calls `body` for each successor in ascending order. Does not create array views, because there can be thousands of
   * calls.
   */
  forEachAfter(node: number, body: (after: number) => void): void {
    const end = this.#offsets[node + 1] as number;
    for (let edge = this.#offsets[node] as number; edge < end; edge++) body(this.#targets[edge] as number);
  }

  /** Calls `body` for each edge, sorted by start and then by end. */
  forEach(body: (from: number, to: number) => void): void {
    for (let node = 0; node + 1 < this.#offsets.length; node++) {
      const end = this.#offsets[node + 1] as number;
      for (let edge = this.#offsets[node] as number; edge < end; edge++) body(node, this.#targets[edge] as number);
    }
  }
}

/**
 * Returns the indices 0 … length-1, sorted by their numbers in `keys`. With `places`, sorts the indices in `places`
 * instead. The sort is stable.
 */
function countingSort(count: number, keys: Int32Array, places: Int32Array | undefined, length: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (let place = 0; place < length; place++) starts[(keys[place] as number) + 1]!++;
  for (let key = 0; key < count; key++) starts[key + 1]! += starts[key]!;
  const sorted = new Int32Array(length);
  for (let index = 0; index < length; index++) {
    const place = places === undefined ? index : (places[index] as number);
    sorted[starts[keys[place] as number]!++] = place;
  }
  return sorted;
}
