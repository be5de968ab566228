/** Binary heap of integers, smallest first. */
export class SmallestFirst {
  readonly #heap: number[] = [];

  get isEmpty(): boolean {
    return this.#heap.length === 0;
  }

  add(value: number): void {
    const heap = this.#heap;
    let at = heap.push(value) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above] as number) <= value) break;
      heap[at] = heap[above] as number;
      at = above;
    }
    heap[at] = value;
  }

  /** Removes and returns the smallest number. The heap must not be empty. */
  take(): number {
    const heap = this.#heap;
    const first = heap[0] as number;
    const last = heap.pop() as number;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && (heap[below + 1] as number) < (heap[below] as number)) below++;
      if ((heap[below] as number) >= last) break;
      heap[at] = heap[below] as number;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}
