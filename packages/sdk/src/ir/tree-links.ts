type Children = (op: object) => Iterable<object> | undefined;

/** Throws an error about a result of `childrenOf` that is not a list of objects. */
type RefuseChildren = (op: object, returned: string) => never;

/**
 * Records the parents of operations, for trees whose nodes do not refer to their parents. A link is recorded when
 * children are listed, and checked at each use, because passes detach and attach operations.
 */
export class TreeLinks {
  readonly #children: Children;
  readonly #given: ((op: object) => object | undefined) | undefined;
  readonly #refuse: RefuseChildren;
  /** Last known parent of each operation, and the operation's index among the children of this parent. */
  readonly #links = new WeakMap<object, { parent: object; index: number }>();

  constructor(children: Children, given: ((op: object) => object | undefined) | undefined, refuse: RefuseChildren) {
    this.#children = children;
    this.#given = given;
    this.#refuse = refuse;
  }

  /** Appends the children of `op` to `out` in order, and records `op` as their parent. */
  collect(op: object, out: object[]): void {
    const start = out.length;
    this.list(op, out);
    for (let at = start; at < out.length; at++) this.#note(out[at] as object, op, at - start);
  }

  /** Appends the children of `op` to `out` in order. */
  list(op: object, out: object[]): void {
    const children = this.#children(op);
    if (children === undefined || children === null) return;
    // Does not use the iterator of the array, because the iterator is slow and this loop visits whole trees after every
    // pass.
    if (Array.isArray(children)) {
      for (let index = 0; index < children.length; index++) this.#append(children[index], op, out);
      return;
    }
    if (typeof children !== "object" || !(Symbol.iterator in children)) this.#refuse(op, kindOf(children));
    for (const child of children) this.#append(child, op, out);
  }

  #append(child: unknown, op: object, out: object[]): void {
    if (typeof child !== "object" || child === null) this.#refuse(op, `a list that contains ${kindOf(child)}`);
    out.push(child);
  }

  /** Returns the parent of `op`, or `undefined` for a root or a detached operation. */
  parentOf(op: object): object | undefined {
    if (this.#given !== undefined) return this.#given(op);
    const link = this.#links.get(op);
    return link !== undefined && this.#isAt(op, link) ? link.parent : undefined;
  }

  /** Returns the root above `op`, which can be `op` itself. If operations contain each other, returns one of them. */
  topOf(op: object): object {
    let top = op;
    let mark: object | undefined;
    let parent = this.parentOf(top);
    for (let steps = 1; parent !== undefined && parent !== mark; steps++, parent = this.parentOf(top)) {
      // Moves the mark after 1, 2, 4, … steps, so that a cycle eventually contains the mark.
      if ((steps & (steps - 1)) === 0) mark = top;
      top = parent;
    }
    return top;
  }

  /** Returns whether `op` is a child of `value`, which can be any object. */
  holds(value: object, op: object): boolean {
    try {
      for (const child of this.#children(value) ?? []) if (child === op) return true;
    } catch {
      // `childrenOf` can throw for objects that are not operations.
    }
    return false;
  }

  #note(child: object, parent: object, index: number): void {
    const link = this.#links.get(child);
    if (link === undefined) this.#links.set(child, { parent, index });
    else {
      link.parent = parent;
      link.index = index;
    }
  }

  /**
   * Returns whether `op` is still a child of its recorded parent. Tries the recorded index first, which costs only one
   * comparison.
   */
  #isAt(op: object, link: { readonly parent: object; index: number }): boolean {
    const children = this.#children(link.parent) ?? [];
    if (Array.isArray(children)) {
      if (children[link.index] === op) return true;
      // The operation is often a few positions before its recorded index, because passes remove siblings.
      let index = children.lastIndexOf(op, link.index);
      if (index < 0) index = children.indexOf(op, link.index);
      if (index >= 0) link.index = index;
      return index >= 0;
    }
    for (const child of children) if (child === op) return true;
    return false;
  }
}

/** Returns the type of a value, for messages. */
export function kindOf(value: unknown): string {
  return value === null || value === undefined ? String(value) : `a value of type ${typeof value}`;
}
