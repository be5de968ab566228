/** Node on the current path, with the index of its next successor. */
interface Visit<Node> {
  readonly node: Node;
  readonly successors: readonly Node[];
  next: number;
  lowest: number;
}

/** Number that marks a node whose component was already returned. */
const DONE = Infinity;

/** Iterates over strongly connected components, successors first, as `llvm/include/llvm/ADT/SCCIterator.h` does. */
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

  /** Returns the next component, or `undefined` after the last. In a component, the first visited node is last. */
  next(): readonly Node[] | undefined {
    for (;;) {
      const visit = this.#visits[this.#visits.length - 1];
      if (visit === undefined) return undefined;
      this.#follow(visit);
      const top = this.#visits.pop()!;
      const around = this.#visits[this.#visits.length - 1];
      if (around !== undefined && around.lowest > top.lowest) around.lowest = top.lowest;
      if (top.lowest !== this.#numbers.get(top.node)) continue;
      const component = this.#pending.splice(this.#pending.lastIndexOf(top.node)).reverse();
      for (const node of component) this.#numbers.set(node, DONE);
      return component;
    }
  }

  /** Marks a node as unvisited. */
  forget(node: Node): void {
    this.#numbers.delete(node);
  }

  #enter(node: Node): void {
    const number = ++this.#count;
    this.#numbers.set(node, number);
    this.#pending.push(node);
    this.#visits.push({ node, successors: this.#successorsOf(node), next: 0, lowest: number });
  }

  /** Extends the path by unvisited successors until all successors of the last node are visited. */
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
}
