import type { IrAdapter } from "@passwright/core";
import { hashOf, pathOf } from "./operation-path.ts";
import type { CauseOperation } from "./report.ts";

/** Returns a text that identifies a run of a step. */
export const keyOf = ({ path, occurrence }: CauseOperation): string => `${path}#${occurrence}`;

/** Counts the runs of one step, separately for each path of an operation. */
export class RunCounts {
  readonly #counts = new Map<string, number>();

  next(address: string, op: object, ir: IrAdapter<object>): CauseOperation {
    const path = pathOf(ir, topOf(ir, op), op);
    const occurrence = (this.#counts.get(path) ?? 0) + 1;
    this.#counts.set(path, occurrence);
    const at = ir.locationOf?.(op);
    return { address, path, hash: hashOf(path), occurrence, ...(at !== undefined && { at }) };
  }
}

/** Returns the root around an operation, or the operation itself if the adapter does not know parents. */
export function topOf(ir: IrAdapter<object>, op: object): object {
  let top = op;
  for (let parent = ir.parentOf?.(top); parent !== undefined; parent = ir.parentOf?.(top)) top = parent;
  return top;
}
