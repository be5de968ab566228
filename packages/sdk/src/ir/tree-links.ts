import { isRefusedPromise } from "@passwright/core";

type Children = (op: object) => Iterable<object> | undefined;

/** Last known parent of an operation, and the operation's index among the children of this parent. */
interface Link {
  parent: object;
  index: number;
}

type RefuseChildren = (op: object, returned: string) => never;

/**
 * Records the parents of operations, for trees whose nodes do not refer to their parents. Records a parent when it
 * lists the children, and checks the parent at each use, because passes detach and attach operations.
 */
export class TreeLinks {
  readonly #children: Children;
  /** Keys of the children, or `undefined` if a function returns the children. */
  readonly #keys: readonly string[] | undefined;
  readonly #given: ((op: object) => object | undefined) | undefined;
  readonly #refuse: RefuseChildren;
  readonly #links = new WeakMap<object, Link>();

  constructor(
    childrenOf: string | readonly string[] | Children,
    given: ((op: object) => object | undefined) | undefined,
    refuse: RefuseChildren,
  ) {
    this.#children = childrenAt(childrenOf);
    this.#keys = typeof childrenOf === "function" ? undefined : [childrenOf].flat();
    this.#given = given;
    this.#refuse = refuse;
  }

  /** Appends the children of `op` to `out` in order, and records `op` as their parent. */
  collect(op: object, out: object[]): void {
    const start = out.length;
    this.list(op, out);
    for (let at = start; at < out.length; at++) this.#note(out[at] as object, op, at - start);
  }

  list(op: object, out: object[]): void {
    const children = this.#children(op);
    if (children === undefined || children === null) return;
    // Uses an index because the array's iterator is slower, and this loop visits whole trees after every pass.
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

  /** Returns the root above `op`, which can be `op` itself, or any operation of a cycle. */
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

  /** Returns whether `op` is still a child of its recorded parent. With keys, does not list all children. */
  #isAt(op: object, link: Link): boolean {
    if (this.#keys === undefined) return isAmong(op, this.#children(link.parent), link);
    const { parent } = link as { readonly parent: { readonly [key: string]: Iterable<object> | undefined } };
    for (const key of this.#keys) {
      const child = parent[key];
      if (child === op || isAmong(op, child, link)) return true;
    }
    return false;
  }
}

/** Returns a function that lists the children of an operation. With a list of keys, omits `null`. */
function childrenAt(childrenOf: string | readonly string[] | Children): Children {
  if (typeof childrenOf === "function") return childrenOf;
  if (typeof childrenOf === "string") {
    return (op) => (op as { readonly [key: string]: Iterable<object> | undefined })[childrenOf];
  }
  return (op) =>
    childrenOf
      .flatMap((key) => (op as { readonly [key: string]: object | undefined })[key] ?? [])
      .filter((child) => child !== null);
}

/** Returns whether a list contains `op`. Tries the recorded index first, and updates it. */
function isAmong(op: object, children: Iterable<object> | undefined, link: Link): boolean {
  if (Array.isArray(children)) {
    if (children[link.index] === op) return true;
    // The operation is often a few positions before its recorded index, because passes remove siblings.
    let index = children.lastIndexOf(op, link.index);
    if (index < 0) index = children.indexOf(op, link.index);
    if (index >= 0) link.index = index;
    return index >= 0;
  }
  if (typeof children !== "object" || !(Symbol.iterator in children)) return false;
  for (const child of children) if (child === op) return true;
  return false;
}

export function kindOf(value: unknown): string {
  if (isRefusedPromise(value)) return "a promise";
  return value === null || value === undefined ? String(value) : `a value of type ${typeof value}`;
}
