import { dropUses, removeBlock, removeOp, unlinkOperand, unlinkSuccessor } from "./edit.ts";
import type { Store } from "./store.ts";
import { operationsIn } from "./walk-ids.ts";

/* Functions that unlink erased entities from other entities, mark them with -1, and disconnect their handles. */

/** Returns `op` and the operations nested in it. Nested operations come before the operation that contains them. */
export function operationsInside(store: Store, op: number): number[] {
  const found = [op];
  // The loop also visits operations that it adds.
  for (const inner of found) operationsIn(store, inner, found);
  return found.reverse();
}

/** Erases an operation and its contents. The results must not have uses outside of the operation. */
export function eraseOp(store: Store, op: number): void {
  removeOp(store, op);
  if (store.opFirstRegion[op] === 0) {
    dropOp(store, op);
    return;
  }
  for (const inner of operationsInside(store, op)) {
    for (let region = store.opFirstRegion[inner]!; region !== 0; region = store.regionNext[region]!) {
      for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
        dropBlock(store, block);
      }
      store.regionHandles.sever(region);
    }
    dropOp(store, inner);
  }
}

/** Erases a block and the operations in it. */
export function eraseBlock(store: Store, block: number): void {
  removeBlock(store, block);
  // Uses the reverse order, so that uses are erased before definitions.
  for (let op = store.blockLastOp[block]!; op !== 0; op = store.blockLastOp[block]!) eraseOp(store, op);
  dropBlock(store, block);
}

function dropOp(store: Store, op: number): void {
  const firstOperand = store.opFirstOperand[op]!;
  for (let i = 0; i < store.opOperandCount[op]!; i++) {
    if (store.operandValue[firstOperand + i] !== 0) unlinkOperand(store, firstOperand + i);
  }
  const firstSuccessor = store.opFirstSuccessor[op]!;
  for (let i = 0; i < store.opSuccessorCount[op]!; i++) {
    if (store.successorBlock[firstSuccessor + i] !== 0) unlinkSuccessor(store, firstSuccessor + i);
  }
  const firstResult = store.opFirstResult[op]!;
  for (let i = 0; i < store.opResultCount[op]!; i++) dropValue(store, firstResult + i);
  store.opBlock[op] = -1;
  store.opHandles.sever(op);
}

function dropBlock(store: Store, block: number): void {
  const first = store.blockFirstArgument[block]!;
  for (let i = 0; i < store.blockArgumentCount[block]!; i++) dropValue(store, first + i);
  store.blockRegion[block] = -1;
  store.blockHandles.sever(block);
}

export function dropValue(store: Store, value: number): void {
  dropUses(store, value);
  store.valueOwner[value] = 0;
  store.valueHandles.sever(value);
}
