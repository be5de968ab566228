import type { IrAdapter } from "../ir-adapter.ts";
import { collectNested } from "./collect-nested.ts";
import type { Parents } from "./parents.ts";

/** Children of one operation, with the current position among them. */
interface Level<Op extends object> {
  readonly op: Op;
  list: Op[];
  next: number;
}

/**
 * Visits each operation inside a root once, before its children (pre-order). Lists the children of an operation only
 * after the caller has processed it. Afterwards, visits children that were attached in the meantime. Calls `onCycle`
 * for an operation that contains itself.
 */
export class DepthWalk<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  readonly #parents: Parents<Op>;
  readonly #isReversed: boolean;
  readonly #onCycle: (op: Op) => void;
  readonly #levels: Level<Op>[] = [];
  /** Operations whose children are being visited. */
  readonly #open = new Set<Op>();
  /** Operation that was returned last, whose children the walk visits next. */
  #last: Op | undefined;

  constructor(
    adapter: IrAdapter<Op>,
    top: Op,
    parents: Parents<Op>,
    { isReversed = false, onCycle }: { readonly isReversed?: boolean; readonly onCycle: (op: Op) => void },
  ) {
    this.#adapter = adapter;
    this.#parents = parents;
    this.#isReversed = isReversed;
    this.#onCycle = onCycle;
    this.#last = undefined;
    this.#enter(top);
  }

  /** Returns the next operation, or `undefined` at the end. */
  next(): Op | undefined {
    const last = this.#last;
    this.#last = undefined;
    const around = this.#levels.at(-1);
    if (last !== undefined && around !== undefined && this.#parents.isIn(last, around.op)) this.#enter(last);
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      while (level.next < level.list.length) {
        const op = level.list[level.next++] as Op;
        if (this.#open.has(op)) this.#onCycle(op);
        else if (this.#parents.isIn(op, level.op)) return (this.#last = op);
      }
      if (this.#addAttached(level)) continue;
      this.#levels.pop();
      this.#open.delete(level.op);
    }
    return undefined;
  }

  #enter(op: Op): void {
    this.#levels.push({ op, list: this.#inside(op), next: 0 });
    this.#open.add(op);
  }

  /** Parent of the operation that was returned last. */
  get around(): Op | undefined {
    return this.#levels.at(-1)?.op;
  }

  /** Skips the contents of the operation that was returned last. */
  skipInside(): void {
    this.#last = undefined;
  }

  /** Adds children that were attached in the meantime to the level. Returns whether such children were found. */
  #addAttached(level: Level<Op>): boolean {
    const now = this.#inside(level.op);
    if (now.length === level.list.length && now.every((op, index) => op === level.list[index])) return false;
    const before = new Set(level.list);
    const attached = now.filter((op) => !before.has(op));
    level.next = level.list.length;
    level.list.push(...attached);
    if (attached.length === 0) return false;
    // Without this check, the walk would not end if the children are new objects at each call.
    this.#parents.checkChildren(level.op);
    return true;
  }

  #inside(op: Op): Op[] {
    const list: Op[] = [];
    collectNested(this.#adapter, op, list);
    return this.#isReversed ? list.reverse() : list;
  }
}
