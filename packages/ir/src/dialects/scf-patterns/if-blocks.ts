import type { Block, Operation } from "../../handles.ts";
import { regionAt } from "../../store/groups.ts";
import type { Store } from "../../store/store.ts";

/** Returns the last block of the first region of an `scf.if`. */
export function thenBlock(op: Operation): Block {
  return op.getRegion(0).blocks.at(-1)!;
}

/** Returns the last block of the second region of an `scf.if`, or undefined if the region is empty. */
export function elseBlock(op: Operation): Block | undefined {
  return op.getRegion(1).blocks.at(-1);
}

/** Returns the last block of a region of an operation, or 0 if the region is empty. Uses ids. */
export function lastBlockOf(store: Store, op: number, region: number): number {
  return store.regionLastBlock[regionAt(store, op, region)]!;
}

/** Returns whether a block contains exactly one operation. */
export function hasOneOperation(store: Store, block: number): boolean {
  return store.blockFirstOp[block] === store.blockLastOp[block];
}
