import type { Store } from "./store.ts";

/** Result of a visit. `skip` skips the contents (only in pre-order). `interrupt` stops the walk. */
export type WalkResult = "advance" | "skip" | "interrupt";

/** Options of a walk. */
export interface WalkOptions {
  /** Whether the contents of an operation are visited before it (`post`, the default) or after it (`pre`). */
  readonly order?: "post" | "pre";
}

type Visit = (op: number) => WalkResult | void;

/** Operation whose contents are being visited. For the region of {@link walkRegion}, `op` is 0. */
interface Frame {
  readonly op: number;
  region: number;
  block: number;
  next: number;
}

function frameOf(store: Store, op: number, region: number): Frame {
  const block = store.regionFirstBlock[region]!;
  return { op, region, block, next: store.blockFirstOp[block]! };
}

/** Visits an operation and its contents, without recursion. `visit` can erase or move the operation. Takes ids. */
export function walk(store: Store, top: number, visit: Visit, { order }: WalkOptions = {}): WalkResult {
  const stack: Frame[] = [];
  const isDone = enter(store, stack, top, order === "pre", visit) && leaveAll(store, stack, order === "pre", visit);
  return isDone ? "advance" : "interrupt";
}

/** Calls `visit` for the operations in a region, like {@link walk}. */
export function walkRegion(store: Store, region: number, visit: Visit, { order }: WalkOptions = {}): void {
  leaveAll(store, [frameOf(store, 0, region)], order === "pre", visit);
}

/** Starts to visit an operation, and adds it to the stack if it has regions. Returns false for an interrupt. */
function enter(store: Store, stack: Frame[], op: number, isPre: boolean, visit: Visit): boolean {
  const result = isPre ? visit(op) : undefined;
  if (result === "interrupt") return false;
  if (result === "skip" || store.opBlock[op] === -1) return true;
  const region = store.opFirstRegion[op]!;
  if (region === 0) return isPre || visit(op) !== "interrupt";
  stack.push(frameOf(store, op, region));
  return true;
}

function leaveAll(store: Store, stack: Frame[], isPre: boolean, visit: Visit): boolean {
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const op = frame.next;
    if (op !== 0) {
      frame.next = store.opNext[op]!;
      if (!enter(store, stack, op, isPre, visit)) return false;
      continue;
    }
    if (frame.block !== 0) frame.block = store.blockNext[frame.block]!;
    if (frame.block === 0) {
      frame.region = frame.op === 0 ? 0 : store.regionNext[frame.region]!;
      frame.block = store.regionFirstBlock[frame.region]!;
    }
    frame.next = store.blockFirstOp[frame.block]!;
    if (frame.region !== 0) continue;
    stack.pop();
    if (!isPre && frame.op !== 0 && visit(frame.op) === "interrupt") return false;
  }
  return true;
}
