import { UsageError } from "../diagnostic.ts";
import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import { newChildren } from "./run-errors.ts";
import { namesIn } from "./works-on.ts";

/**
 * Finds the parents of operations. Without `parentOf` in the adapter, uses `collectNested`, and caches each parent as a
 * hint. Each use must check the hint, because passes move operations.
 */
export class Parents<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  // Copied from the adapter for speed, because adapters have different object shapes.
  readonly #parentOf: IrAdapter<Op>["parentOf"];
  readonly #hints = new WeakMap<Op, Op>();
  /** Operations whose children have been checked. */
  readonly #checked = new WeakSet<Op>();
  /** Number of the current state of the tree. Caches of earlier states are ignored. */
  #state = 0;
  #inside: { readonly parent: Op; readonly ops: ReadonlySet<Op> } | undefined = undefined;
  #insideAt = -1;
  /** Operation of the last query, and the names in it, because the next query is often about the same operation. */
  #named: Op | undefined = undefined;
  #names: ReadonlySet<OperationName> | undefined = undefined;
  #namedAt = -1;
  /** Latest state of the tree for which `#names` is known to contain all names in `#named`. */
  #boundAt = -1;
  #otherNames: Map<Op, ReadonlySet<OperationName>> | undefined = undefined;
  /** Root of the run, which a conversion or `replaceRoot` can replace. */
  root: Op | undefined = undefined;

  constructor(adapter: IrAdapter<Op>) {
    this.#adapter = adapter;
    this.#parentOf = adapter.parentOf;
  }

  /**
   * Clears the caches after a pass that might have changed the tree. `op` is set if the pass ran on it and did not
   * create operations with new names. {@link possibleNamesIn} then still uses the cached names of `op`.
   */
  forget(op?: Op): void {
    if (op !== undefined && op === this.#named && this.#boundAt === this.#state) this.#boundAt++;
    this.#state++;
  }

  /** Clears the cache of {@link isIn}. Keeps the cached names, which might be from before the last pass. */
  forgetInside(): void {
    this.#insideAt = -1;
  }

  /** Returns the names in `op`, including itself, and possibly names that a pass has removed. */
  possibleNamesIn(op: Op): ReadonlySet<OperationName> {
    const isBound = this.#named === op && this.#boundAt === this.#state;
    return isBound ? (this.#names as ReadonlySet<OperationName>) : this.namesIn(op);
  }

  /** Returns the names of `op` and of all operations inside it. */
  namesIn(op: Op): ReadonlySet<OperationName> {
    if (this.#namedAt !== this.#state) this.#otherNames = undefined;
    else if (this.#named === op) return this.#names as ReadonlySet<OperationName>;
    else (this.#otherNames ??= new Map()).set(this.#named as Op, this.#names as ReadonlySet<OperationName>);
    this.#names = this.#otherNames?.get(op) ?? namesIn(this.#adapter, op);
    this.#named = op;
    this.#namedAt = this.#boundAt = this.#state;
    return this.#names;
  }

  /** Returns whether `op` is a direct child of `parent`. False for an erased operation for which the adapter throws. */
  isIn(op: Op, parent: Op): boolean {
    if (this.#given(op) === parent) return true;
    try {
      if (this.#isCollected(op, parent)) return true;
    } catch {
      return false;
    }
    this.checkChildren(parent);
    return false;
  }

  /** Throws PWC0427 if the adapter lists new objects as children at each call. Checks each parent once. */
  checkChildren(parent: Op): void {
    if (this.#checked.has(parent)) return;
    this.#checked.add(parent);
    const again = this.#collect(parent);
    for (const child of this.#collect(parent))
      if (!again.has(child)) throw new UsageError(newChildren(this.#adapter.name, this.#adapter.nameOf(parent).text));
  }

  /** Returns the parent of `op`. Without `parentOf` in the adapter, only below the root of the run. */
  parentOf(op: Op): Op | undefined {
    const parent = this.#given(op);
    return parent ?? (this.root === undefined ? undefined : this.pathTo(op, this.root)?.[1]);
  }

  /** Returns the operations from `op` up to `ancestor`, both included, or `undefined` if `op` is elsewhere. */
  pathTo(op: Op, ancestor: Op): readonly Op[] | undefined {
    return (
      this.#climb(op, ancestor, (at) => this.#given(at)) ??
      this.#climb(op, ancestor, (at) => this.#hintFor(at)) ??
      (this.#search(op, ancestor) ? this.#climb(op, ancestor, (at) => this.#hints.get(at)) : undefined)
    );
  }

  /** Returns the result of the adapter's `parentOf`, or `undefined` if it throws, so that callers search. */
  #given(op: Op): Op | undefined {
    if (this.#parentOf === undefined) return undefined;
    try {
      const parent = this.#parentOf.call(this.#adapter, op);
      return parent === op ? undefined : parent;
    } catch {
      return undefined;
    }
  }

  #climb(op: Op, ancestor: Op, parentOf: (op: Op) => Op | undefined): readonly Op[] | undefined {
    const path: Op[] = [];
    const seen = new Set<Op>();
    for (let at: Op | undefined | null = op; at !== undefined && at !== null && !seen.has(at); at = parentOf(at)) {
      seen.add(at);
      path.push(at);
      if (at === ancestor) return path;
    }
    return undefined;
  }

  /** Returns the last known parent of `op` if it is still the parent. */
  #hintFor(op: Op): Op | undefined {
    const hint = this.#hints.get(op);
    return hint !== undefined && this.#collect(hint).has(op) ? hint : undefined;
  }

  #isCollected(op: Op, parent: Op): boolean {
    let inside = this.#insideAt === this.#state ? this.#inside : undefined;
    if (inside?.parent !== parent) {
      this.#inside = inside = { parent, ops: this.#collect(parent) };
      this.#insideAt = this.#state;
    }
    if (!inside.ops.has(op)) return false;
    this.#hints.set(op, parent);
    return true;
  }

  #collect(op: Op): ReadonlySet<Op> {
    const ops: Op[] = [];
    this.#adapter.collectNested(op, ops);
    return new Set(ops);
  }

  /** Searches for `op` inside `ancestor`, and caches the parents of all visited operations. */
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
