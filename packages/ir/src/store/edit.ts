import type { Store } from "./store.ts";

/* Changes of a store, without checks of ids. Functions that also update handles are in erase.ts and arguments.ts. */

/** Sets the value of an operand that does not have a value. The operand becomes the newest use of `value`. */
export function linkOperand(store: Store, operand: number, value: number): void {
  const { operandNext, operandPrevious, valueFirstUse } = store;
  store.operandValue[operand] = value;
  const first = valueFirstUse[value]!;
  operandPrevious[operand] = 0;
  operandNext[operand] = first;
  if (first !== 0) operandPrevious[first] = operand;
  valueFirstUse[value] = operand;
}

/** Removes an operand from the uses of its value. */
export function unlinkOperand(store: Store, operand: number): void {
  const { operandNext, operandPrevious } = store;
  const next = operandNext[operand]!;
  const previous = operandPrevious[operand]!;
  if (next !== 0) operandPrevious[next] = previous;
  if (previous !== 0) operandNext[previous] = next;
  else store.valueFirstUse[store.operandValue[operand]!] = next;
  store.operandValue[operand] = 0;
}

/** Removes all uses of a value, newest first. */
export function dropUses(store: Store, value: number): void {
  for (let use = store.valueFirstUse[value]!; use !== 0; use = store.valueFirstUse[value]!) unlinkOperand(store, use);
}

/** Sets the value of an operand and updates the uses (`OpOperand::set`). */
export function setOperand(store: Store, operand: number, value: number): void {
  const old = store.operandValue[operand]!;
  if (old === value) return;
  if (old !== 0) {
    if (store.valueType[old] !== store.valueType[value]) store.opSignature[store.operandOwner[operand]!] = 0;
    unlinkOperand(store, operand);
  }
  linkOperand(store, operand, value);
}

/** Replaces every use of `from` by `to`. Takes time proportional to the number of uses. */
export function replaceAllUses(store: Store, from: number, to: number): void {
  if (from === to) return;
  const sameType = store.valueType[from] === store.valueType[to];
  // Replaces uses one at a time, newest first, so that the uses of `to` have the same order as in MLIR.
  for (let use = store.valueFirstUse[from]!; use !== 0; use = store.valueFirstUse[from]!) {
    if (!sameType) store.opSignature[store.operandOwner[use]!] = 0;
    unlinkOperand(store, use);
    linkOperand(store, use, to);
  }
}

/** Replaces all operands of an operation. */
export function setOperands(store: Store, op: number, values: readonly number[]): void {
  const count = store.opOperandCount[op]!;
  const first = store.opFirstOperand[op]!;
  for (let i = 0; i < count; i++) unlinkOperand(store, first + i);
  const start = values.length <= count ? first : store.newOperands(op, values.length);
  store.opOperandCount[op] = values.length;
  for (let i = 0; i < values.length; i++) linkOperand(store, start + i, values[i]!);
  store.opSignature[op] = 0;
}

/** Removes an operand. Later operands get the preceding ids and become the newest uses of their values, as in MLIR. */
export function eraseOperand(store: Store, op: number, index: number): void {
  const first = store.opFirstOperand[op]!;
  const count = store.opOperandCount[op]!;
  unlinkOperand(store, first + index);
  for (let i = index + 1; i < count; i++) {
    const value = store.operandValue[first + i]!;
    unlinkOperand(store, first + i);
    linkOperand(store, first + i - 1, value);
  }
  store.opOperandCount[op] = count - 1;
  store.opSignature[op] = 0;
}

export function operandsOf({ opFirstOperand, opOperandCount, operandValue }: Store, op: number): number[] {
  const first = opFirstOperand[op]!;
  return [...operandValue.subarray(first, first + opOperandCount[op]!)];
}

/** Creates the results of an operation that does not have results. `types` contains ids. */
export function addResults(store: Store, op: number, types: readonly number[]): void {
  if (types.length > 0) store.opFirstResult[op] = store.valueCount;
  store.opResultCount[op] = types.length;
  for (let i = 0; i < types.length; i++) store.newValue(types[i]!, op);
}

export function insertOperands(store: Store, op: number, index: number, values: readonly number[]): void {
  const operands = operandsOf(store, op);
  operands.splice(index, 0, ...values);
  setOperands(store, op, operands);
}

/** Sets the block of a successor, and adds the successor to the uses of this block. */
export function linkSuccessor(store: Store, successor: number, block: number): void {
  store.successorBlock[successor] = block;
  const first = store.blockFirstUse[block]!;
  store.successorPrevious[successor] = 0;
  store.successorNext[successor] = first;
  if (first !== 0) store.successorPrevious[first] = successor;
  store.blockFirstUse[block] = successor;
}

/** Sets the successors of an operation that does not have successors. */
export function addSuccessors(store: Store, op: number, blocks: readonly number[]): void {
  if (blocks.length === 0) return;
  const first = store.newSuccessors(op, blocks.length);
  for (let i = 0; i < blocks.length; i++) linkSuccessor(store, first + i, blocks[i]!);
}

/** Removes a successor from the uses of its block. */
export function unlinkSuccessor(store: Store, successor: number): void {
  const next = store.successorNext[successor]!;
  const previous = store.successorPrevious[successor]!;
  if (next !== 0) store.successorPrevious[next] = previous;
  if (previous !== 0) store.successorNext[previous] = next;
  else store.blockFirstUse[store.successorBlock[successor]!] = next;
  store.successorBlock[successor] = 0;
}

/** Inserts a detached operation before `before`, or at the end of `block` if `before` is 0. */
export function insertOp(store: Store, op: number, block: number, before: number): void {
  const { opPrevious, opNext } = store;
  const previous = before === 0 ? store.blockLastOp[block]! : opPrevious[before]!;
  store.opBlock[op] = block;
  opPrevious[op] = previous;
  opNext[op] = before;
  if (previous === 0) store.blockFirstOp[block] = op;
  else opNext[previous] = op;
  if (before === 0) store.blockLastOp[block] = op;
  else opPrevious[before] = op;
  if (store.blockIsOrdered[block] === 1) orderInserted(store, op, block, previous, before);
}

/** Numbers an inserted operation between its neighbors. If no number is free, marks the block as not ordered. */
function orderInserted(store: Store, op: number, block: number, previous: number, before: number): void {
  const low = previous === 0 ? 0 : store.opOrder[previous]!;
  if (before === 0) {
    store.opOrder[op] = low + 8;
    return;
  }
  const middle = (low + store.opOrder[before]!) >> 1;
  if (middle === low) store.blockIsOrdered[block] = 0;
  else store.opOrder[op] = middle;
}

/** Removes an operation from its block, without erasing it. */
export function removeOp(store: Store, op: number): void {
  const block = store.opBlock[op]!;
  if (block <= 0) return;
  const previous = store.opPrevious[op]!;
  const next = store.opNext[op]!;
  if (previous === 0) store.blockFirstOp[block] = next;
  else store.opNext[previous] = next;
  if (next === 0) store.blockLastOp[block] = previous;
  else store.opPrevious[next] = previous;
  store.opBlock[op] = 0;
  store.opPrevious[op] = 0;
  store.opNext[op] = 0;
}

/** Inserts a detached block before `before`, or at the end of `region` if `before` is 0. */
export function insertBlock(store: Store, block: number, region: number, before: number): void {
  const previous = before === 0 ? store.regionLastBlock[region]! : store.blockPrevious[before]!;
  store.blockRegion[block] = region;
  store.blockPrevious[block] = previous;
  store.blockNext[block] = before;
  if (previous === 0) store.regionFirstBlock[region] = block;
  else store.blockNext[previous] = block;
  if (before === 0) store.regionLastBlock[region] = block;
  else store.blockPrevious[before] = block;
}

/** Removes a block from its region, without erasing it. Does nothing for a detached block. */
export function removeBlock(store: Store, block: number): void {
  const region = store.blockRegion[block]!;
  if (region <= 0) return;
  const previous = store.blockPrevious[block]!;
  const next = store.blockNext[block]!;
  if (previous === 0) store.regionFirstBlock[region] = next;
  else store.blockNext[previous] = next;
  if (next === 0) store.regionLastBlock[region] = previous;
  else store.blockPrevious[next] = previous;
  store.blockRegion[block] = 0;
  store.blockPrevious[block] = 0;
  store.blockNext[block] = 0;
}

/** Moves an operation and the operations after it to another block: before `before`, or to the end if `before` is 0. */
export function moveOps(store: Store, first: number, block: number, before: number): void {
  for (let op = first; op !== 0;) {
    const next = store.opNext[op]!;
    removeOp(store, op);
    insertOp(store, op, block, before);
    op = next;
  }
}

/** Moves the blocks of a region to another region: before `before`, or to the end if `before` is 0. */
export function moveBlocks(store: Store, source: number, target: number, before: number): void {
  for (let block = store.regionFirstBlock[source]!; block !== 0; block = store.regionFirstBlock[source]!) {
    removeBlock(store, block);
    insertBlock(store, block, target, before);
  }
}

/** Appends a region to its operation. */
export function appendRegion(store: Store, op: number, region: number): void {
  let last = store.opFirstRegion[op]!;
  if (last === 0) {
    store.opFirstRegion[op] = region;
    return;
  }
  while (store.regionNext[last] !== 0) last = store.regionNext[last]!;
  store.regionNext[last] = region;
}
