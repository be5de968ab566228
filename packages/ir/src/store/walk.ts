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
 * Calls `callback` for an operation and its contents. The callback can erase or move the operation that it receives,
 * and the contents of that operation, because the walk reads the next operation first. Takes ids.
 */
export function walk(
  store: Store,
  top: number,
  callback: (op: number) => WalkResult | void,
  options: WalkOptions = {},
): WalkResult {
  const isPre = options.order === "pre";
  const stack: { readonly op: number; region: number; block: number; next: number }[] = [];
  const firstOf = (block: number): number => (block === 0 ? 0 : store.blockFirstOp[block]!);
  const open = (op: number): WalkResult => {
    const result = isPre ? (callback(op) ?? "advance") : "advance";
    if (result !== "advance" || store.opBlock[op] === -1) return result;
    const region = store.opFirstRegion[op]!;
    if (region === 0) return isPre ? "advance" : (callback(op) ?? "advance");
    const block = store.regionFirstBlock[region]!;
    stack.push({ op, region, block, next: firstOf(block) });
    return "advance";
  };
  if (open(top) === "interrupt") return "interrupt";
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const op = frame.next;
    if (op !== 0) {
      frame.next = store.opNext[op]!;
      if (open(op) === "interrupt") return "interrupt";
      continue;
    }
    if (frame.block !== 0) frame.block = store.blockNext[frame.block]!;
    if (frame.block === 0) {
      frame.region = store.regionNext[frame.region]!;
      frame.block = frame.region === 0 ? 0 : store.regionFirstBlock[frame.region]!;
    }
    frame.next = firstOf(frame.block);
    if (frame.region !== 0) continue;
    stack.pop();
    if (!isPre && callback(frame.op) === "interrupt") return "interrupt";
  }
  return "advance";
}
