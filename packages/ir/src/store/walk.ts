import type { Store } from "./store.ts";

/** Result of a visit. `skip` skips the contents (only in pre-order). `interrupt` stops the walk. */
export type WalkResult = "advance" | "skip" | "interrupt";

/** Options of a walk. */
export interface WalkOptions {
  /**
   * Whether the contents of an operation are visited before the operation (`post`, the default, as in MLIR) or after
   * the operation.
   */
  readonly order?: "post" | "pre";
}

/**
 * Position of a walk in an operation. The walk reads the next operation before it visits the current operation, so that
 * the visit can erase the current operation.
 */
interface Frame {
  readonly op: number;
  region: number;
  block: number;
  next: number;
}

function enter(store: Store, op: number): Frame {
  const region = store.opFirstRegion[op]!;
  return startRegion(store, { op, region, block: 0, next: 0 }, region);
}

function startRegion(store: Store, frame: Frame, region: number): Frame {
  frame.region = region;
  frame.block = region === 0 ? 0 : store.regionFirstBlock[region]!;
  frame.next = frame.block === 0 ? 0 : store.blockFirstOp[frame.block]!;
  return frame;
}

/** Returns the next operation of a frame, or 0 at the end of the frame. */
function advance(store: Store, frame: Frame): number {
  while (frame.next === 0) {
    if (frame.block !== 0) {
      frame.block = store.blockNext[frame.block]!;
      if (frame.block !== 0) {
        frame.next = store.blockFirstOp[frame.block]!;
        continue;
      }
    }
    if (frame.region === 0) return 0;
    startRegion(store, frame, store.regionNext[frame.region]!);
    if (frame.region === 0) return 0;
  }
  const op = frame.next;
  frame.next = store.opNext[op]!;
  return op;
}

/**
 * Calls `callback` for an operation and its contents. The callback can erase or move the operation that it receives,
 * and the contents of that operation. Uses ids.
 */
export function walk(
  store: Store,
  top: number,
  callback: (op: number) => WalkResult | void,
  options: WalkOptions = {},
): WalkResult {
  const isPre = options.order === "pre";
  const stack: Frame[] = [];
  /** Visits an operation in pre-order. Returns whether to continue. */
  const open = (op: number): WalkResult => {
    if (isPre) {
      const result = callback(op) ?? "advance";
      if (result !== "advance") return result;
      if (store.opBlock[op] === -1) return "advance";
    }
    if (!isPre && store.opFirstRegion[op] === 0) return callback(op) ?? "advance";
    if (store.opFirstRegion[op] !== 0) stack.push(enter(store, op));
    return "advance";
  };
  if (open(top) === "interrupt") return "interrupt";
  while (stack.length > 0) {
    const frame = stack[stack.length - 1]!;
    const op = advance(store, frame);
    if (op !== 0) {
      if (open(op) === "interrupt") return "interrupt";
      continue;
    }
    stack.pop();
    if (!isPre && callback(frame.op) === "interrupt") return "interrupt";
  }
  return "advance";
}
