import type { IrAdapter } from "../ir-adapter.ts";

/**
 * Which operation is around which, for adapters with and without `parentOf`. What the adapter does not know follows from
 * `collectNested`: parents found on the way down are kept as hints, and checked against the tree whenever they are used,
 * because passes detach and attach operations.
 */
export class Parents<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  // Copied out of the adapter, as in the loop: adapters differ in shape.
  readonly #parentOf: IrAdapter<Op>["parentOf"];
  readonly #hints = new WeakMap<Op, Op>();
  #inside: { readonly parent: Op; readonly ops: ReadonlySet<Op> } | undefined = undefined;
  /** The operation at the top of the run. */
  root: Op | undefined = undefined;

  constructor(adapter: IrAdapter<Op>) {
    this.#adapter = adapter;
    this.#parentOf = adapter.parentOf;
  }

  /** Discards what {@link isIn} collected: a pass may have changed the tree. */
  forget(): void {
    this.#inside = undefined;
  }

  /** Whether `op` is directly inside `parent` now. False for erased operations, whose handles may throw. */
  isIn(op: Op, parent: Op): boolean {
    try {
      return this.#parentOf?.call(this.#adapter, op) === parent || this.#isCollected(op, parent);
    } catch {
      return false;
    }
  }

  /** The operation directly around `op`, as far as the adapter or the tree below the top of the run knows. */
  parentOf(op: Op): Op | undefined {
    const parent = this.#parentOf?.call(this.#adapter, op);
    return parent ?? (this.root === undefined ? undefined : this.pathTo(op, this.root)?.[1]);
  }

  /** The operations from `op` up to `ancestor`, both included; `undefined` if `op` is not inside. */
  pathTo(op: Op, ancestor: Op): readonly Op[] | undefined {
    return (
      this.#climb(op, ancestor, (at) => this.#parentOf?.call(this.#adapter, at)) ??
      this.#climb(op, ancestor, (at) => this.#hintFor(at)) ??
      (this.#search(op, ancestor) ? this.#climb(op, ancestor, (at) => this.#hints.get(at)) : undefined)
    );
  }

  #climb(op: Op, ancestor: Op, parentOf: (op: Op) => Op | undefined): readonly Op[] | undefined {
    const path: Op[] = [];
    for (let at: Op | undefined = op; at !== undefined; at = parentOf(at)) {
      path.push(at);
      if (at === ancestor) return path;
    }
    return undefined;
  }

  /** The last known parent, if `op` is still there. */
  #hintFor(op: Op): Op | undefined {
    const hint = this.#hints.get(op);
    return hint !== undefined && this.#collect(hint).has(op) ? hint : undefined;
  }

  #isCollected(op: Op, parent: Op): boolean {
    if (this.#inside?.parent !== parent) this.#inside = { parent, ops: this.#collect(parent) };
    if (!this.#inside.ops.has(op)) return false;
    this.#hints.set(op, parent);
    return true;
  }

  #collect(op: Op): ReadonlySet<Op> {
    const ops: Op[] = [];
    this.#adapter.collectNested(op, ops);
    return new Set(ops);
  }

  /** Looks for `op` in everything inside `ancestor`, and keeps every parent on the way. */
  #search(op: Op, ancestor: Op): boolean {
    const seen = new Set<Op>([ancestor]);
    const open: Op[] = [ancestor];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const inner of this.#collect(at)) {
        if (seen.has(inner)) continue;
        seen.add(inner);
        this.#hints.set(inner, at);
        if (inner === op) return true;
        open.push(inner);
      }
    }
    return false;
  }
}
