import type { InstrumentedPass, IrAdapter } from "@passwright/core";
import type { PassOnOp } from "../errors.ts";
import type { Parents } from "../printing/print-op.ts";

/** Adapter with the functions that are needed to detect changes. */
export type ComparingAdapter<Op extends object> = IrAdapter<Op> & Required<Pick<IrAdapter<Op>, "fingerprint">>;

/** Operation that was changed, removed or added. */
export interface Damage {
  readonly kind: "changed" | "gone" | "new";
  /** Description of the operation before the change. */
  readonly description: string;
}

/** Formats the name and symbol of an operation for messages. */
export function describeOp<Op extends object>(adapter: IrAdapter<Op>, op: Op): string {
  const symbol = adapter.symbolOf?.(op);
  return `'${adapter.nameOf(op).text}'${symbol === undefined ? "" : ` @${symbol}`}`;
}

/** Describes a pass and the operation on which it runs, for messages. */
export function passOn<Op extends object>(adapter: IrAdapter<Op>, { argument }: InstrumentedPass, op: Op): PassOnOp {
  return { pass: argument, on: describeOp(adapter, op), at: adapter.locationOf?.(op) };
}

/**
 * Children of one operation, on which nested pipelines run. While a pipeline runs on one child, the other children must
 * not change. Each child is hashed four times: before the first pipeline, before and after its own pipeline, and after
 * the last pipeline. The cost is therefore linear in the size of the IR, regardless of the number of operations and
 * passes.
 */
export class Siblings<Op extends object> {
  readonly parent: Op;
  readonly #adapter: ComparingAdapter<Op>;
  readonly #parents: Parents<Op>;
  readonly #known = new Map<Op, { fingerprint: bigint; readonly description: string }>();
  #atWork: Op | undefined = undefined;

  constructor(parent: Op, adapter: ComparingAdapter<Op>, parents: Parents<Op>) {
    this.parent = parent;
    this.#adapter = adapter;
    this.#parents = parents;
    for (const op of this.#inside()) {
      this.#known.set(op, { fingerprint: adapter.fingerprint(op), description: describeOp(adapter, op) });
    }
  }

  /**
   * Returns the change if the pipeline of a sibling has changed `op`. Must be called when the pipeline of `op` starts.
   */
  start(op: Op): Damage | undefined {
    if (op === this.#atWork) return undefined;
    this.end();
    this.#atWork = op;
    const known = this.#known.get(op);
    if (known === undefined) return { kind: "new", description: describeOp(this.#adapter, op) };
    return known.fingerprint === this.#adapter.fingerprint(op)
      ? undefined
      : { kind: "changed", description: known.description };
  }

  /** Must be called when the pipeline of the current operation ends. Any later change of this operation is an error. */
  end(): void {
    const known = this.#atWork === undefined ? undefined : this.#known.get(this.#atWork);
    if (known !== undefined && this.#atWork !== undefined && this.#isInside(this.#atWork)) {
      known.fingerprint = this.#adapter.fingerprint(this.#atWork);
    }
    this.#atWork = undefined;
  }

  /** Returns the first change to a child whose pipeline is not running. */
  check(): Damage | undefined {
    const inside = this.#inside();
    const present = new Set(inside);
    for (const [op, { description }] of this.#known) if (!present.has(op)) return { kind: "gone", description };
    for (const op of inside) {
      const known = this.#known.get(op);
      if (known === undefined) return { kind: "new", description: describeOp(this.#adapter, op) };
      if (op !== this.#atWork && known.fingerprint !== this.#adapter.fingerprint(op)) {
        return { kind: "changed", description: known.description };
      }
    }
    const moved = [...this.#known].find(([op], index) => op !== inside[index]);
    return moved && { kind: "gone", description: moved[1].description };
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
      // `parentOf` throws for an erased operation. `check` reports the operation.
      return false;
    }
  }
}
