import type { IrAdapter } from "@passwright/core";
import type { Parents } from "../printing/print-op.ts";

/** An adapter that can tell whether something changed. */
export type ComparingAdapter<Op extends object> = IrAdapter<Op> & Required<Pick<IrAdapter<Op>, "fingerprint">>;

/** Something that is not as it was, or not where it was. */
export interface Damage {
  readonly kind: "changed" | "gone" | "new";
  /** The operation in words, as it was. */
  readonly what: string;
}

export function describeOp<Op extends object>(adapter: IrAdapter<Op>, op: Op): string {
  const symbol = adapter.symbolOf?.(op);
  return `'${adapter.nameOf(op).text}'${symbol === undefined ? "" : ` @${symbol}`}`;
}

/**
 * The operations directly inside one on which nested pipelines run. While one of them is at work, the others have to stay
 * as they are. Each is hashed when the pipelines start, when it is its turn, when its turn is over, and at the end: the cost
 * is linear in the size of the IR, whatever the number of operations and passes.
 */
export class Siblings<Op extends object> {
  readonly parent: Op;
  readonly #adapter: ComparingAdapter<Op>;
  readonly #parents: Parents<Op>;
  readonly #known = new Map<Op, { fingerprint: bigint; readonly what: string }>();
  #atWork: Op | undefined = undefined;

  constructor(parent: Op, adapter: ComparingAdapter<Op>, parents: Parents<Op>) {
    this.parent = parent;
    this.#adapter = adapter;
    this.#parents = parents;
    for (const op of this.#inside()) {
      this.#known.set(op, { fingerprint: adapter.fingerprint(op), what: describeOp(adapter, op) });
    }
  }

  /** It is the turn of `op`; answers what happened to it before. */
  start(op: Op): Damage | undefined {
    if (op === this.#atWork) return undefined;
    this.finish();
    this.#atWork = op;
    const known = this.#known.get(op);
    if (known === undefined) return { kind: "new", what: describeOp(this.#adapter, op) };
    return known.fingerprint === this.#adapter.fingerprint(op) ? undefined : { kind: "changed", what: known.what };
  }

  /** The turn of the last one is over: it may have changed, and must not from now on. */
  finish(): void {
    const known = this.#atWork === undefined ? undefined : this.#known.get(this.#atWork);
    if (known !== undefined && this.#atWork !== undefined && this.#isInside(this.#atWork)) {
      known.fingerprint = this.#adapter.fingerprint(this.#atWork);
    }
    this.#atWork = undefined;
  }

  /** What happened to those that are not at work. */
  check(): Damage | undefined {
    const inside = this.#inside();
    const present = new Set(inside);
    for (const [op, { what }] of this.#known) if (!present.has(op)) return { kind: "gone", what };
    for (const op of inside) {
      const known = this.#known.get(op);
      if (known === undefined) return { kind: "new", what: describeOp(this.#adapter, op) };
      if (op !== this.#atWork && known.fingerprint !== this.#adapter.fingerprint(op)) {
        return { kind: "changed", what: known.what };
      }
    }
    return undefined;
  }

  #inside(): Op[] {
    const ops: Op[] = [];
    this.#adapter.collectNested(this.parent, ops);
    return ops;
  }

  #isInside(op: Op): boolean {
    try {
      return this.#parents.parentOf(op) === this.parent;
    } catch {
      // It was erased; `check` tells.
      return false;
    }
  }
}
