/** A node on the way, and the next of its successors to look at. */
interface Visit<Node> {
  readonly node: Node;
  readonly successors: readonly Node[];
  next: number;
  lowest: number;
}

/** Of a component that was handed out already. */
const DONE = Infinity;

/**
 * Strongly connected components, each after those that it leads to, found one at a time (Tarjan's algorithm, in the order of
 * `llvm/include/llvm/ADT/SCCIterator.h`).
 */
export class SccIterator<Node> {
  readonly #successorsOf: (node: Node) => readonly Node[];
  readonly #numbers = new Map<Node, number>();
  readonly #pending: Node[] = [];
  readonly #visits: Visit<Node>[] = [];
  #count = 0;

  constructor(entry: Node, successorsOf: (node: Node) => readonly Node[]) {
    this.#successorsOf = successorsOf;
    this.#enter(entry);
  }

  /** The nodes of the next component, the one that was entered first at the end; undefined when there are no more. */
  next(): readonly Node[] | undefined {
    for (;;) {
      const visit = this.#visits[this.#visits.length - 1];
      if (visit === undefined) return undefined;
      this.#follow(visit);
      const top = this.#visits.pop()!;
      const around = this.#visits[this.#visits.length - 1];
      if (around !== undefined && around.lowest > top.lowest) around.lowest = top.lowest;
      if (top.lowest === this.#numbers.get(top.node)) return this.#takeUpTo(top.node);
    }
  }

  /** A node is as if it had never been seen. */
  forget(node: Node): void {
    this.#numbers.delete(node);
  }

  #enter(node: Node): void {
    const number = ++this.#count;
    this.#numbers.set(node, number);
    this.#pending.push(node);
    this.#visits.push({ node, successors: this.#successorsOf(node), next: 0, lowest: number });
  }

  /** Goes on to the first node whose successors have all been entered: that is the top then. */
  #follow(from: Visit<Node>): void {
    for (let visit = from; visit.next < visit.successors.length;) {
      const successor = visit.successors[visit.next++]!;
      const number = this.#numbers.get(successor);
      if (number === undefined) {
        this.#enter(successor);
        visit = this.#visits[this.#visits.length - 1]!;
      } else if (visit.lowest > number) visit.lowest = number;
    }
  }

  #takeUpTo(node: Node): readonly Node[] {
    const component: Node[] = [];
    for (;;) {
      const last = this.#pending.pop()!;
      component.push(last);
      this.#numbers.set(last, DONE);
      if (last === node) return component;
    }
  }
}
