import { appendRegion, insertBlock, insertOp, linkOperand, linkSuccessor } from "./edit.ts";
import { encodeLocation, resolveLocation } from "./location.ts";
import { LOCATION_ATTRIBUTE } from "./store.ts";
import type { Store } from "./store.ts";

interface Copies extends CopiedIds {
  readonly from: Store;
  readonly to: Store;
}

type Pair = readonly [op: number, copy: number];

/** Maps original values and blocks to their copies, and values that are not copied to replacements. Uses ids. */
export interface CopiedIds {
  readonly values: Map<number, number>;
  readonly blocks: Map<number, number>;
}

/** Copies an operation with its contents to a store, and leaves the copy detached. Takes and returns ids. */
export function cloneOperation(from: Store, op: number, to: Store, { values, blocks }: CopiedIds): number {
  const copies: Copies = { from, to, values, blocks };
  const top = copyOp(copies, op);
  copyContents(copies, [[op, top]]);
  return top;
}

/** Inserts copies of the blocks of a region into another region of the same store, by default at the end. Takes ids. */
export function cloneRegion(store: Store, source: number, target: number, ids: CopiedIds, before = 0): void {
  const copies: Copies = { from: store, to: store, ...ids };
  const inside: Pair[] = [];
  copyBlocks(copies, source, target, inside, before);
  copyContents(copies, inside.reverse());
}

/**
 * Copies the blocks of a region into another region of the same store, before one of its blocks (`Region::cloneInto`).
 * Arguments that `values` already maps are not copied. Adds all copies to `values`. Takes ids.
 */
export function cloneBlocksBefore(
  store: Store,
  source: number,
  target: { readonly region: number; readonly before: number },
  values: Map<number, number>,
): void {
  cloneRegion(store, source, target.region, { values, blocks: new Map() }, target.before);
}

/**
 * Copies the regions of operations, and then sets the operands of all copies, because an operand can be defined later.
 * Goes in source order, so that uses have the same order as in MLIR. The first operation is at the end of `work`.
 */
function copyContents(copies: Copies, work: Pair[]): void {
  const order: Pair[] = [];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    order.push(next);
    const inside: Pair[] = [];
    copyRegions(copies, next[0], next[1], inside);
    while (inside.length > 0) work.push(inside.pop()!);
  }
  for (const [op, copy] of order) copyOperands(copies, op, copy);
}

function location(copies: Copies, encoded: number): number {
  if (copies.from === copies.to || (encoded & 3) === LOCATION_ATTRIBUTE || encoded === 0) return encoded;
  return encodeLocation(resolveLocation(copies.from, encoded));
}

function copyOp(copies: Copies, op: number): number {
  const { from, to } = copies;
  const copy = to.newOp(from.opName[op]!);
  to.opProperties[copy] = from.opProperties[op]!;
  to.opAttributes[copy] = from.opAttributes[op]!;
  to.opSignature[copy] = from.opSignature[op]!;
  to.opLocation[copy] = location(copies, from.opLocation[op]!);
  const count = from.opResultCount[op]!;
  const first = from.opFirstResult[op]!;
  to.opFirstResult[copy] = count === 0 ? 0 : to.valueCount;
  to.opResultCount[copy] = count;
  for (let i = 0; i < count; i++) copies.values.set(first + i, to.newValue(from.valueType[first + i]!, copy));
  return copy;
}

function copyOperands(copies: Copies, op: number, copy: number): void {
  const { from, to } = copies;
  const count = from.opOperandCount[op]!;
  const first = from.opFirstOperand[op]!;
  const start = to.newOperands(copy, count);
  for (let i = 0; i < count; i++) {
    const value = from.operandValue[first + i]!;
    const target = copies.values.get(value) ?? value;
    if (to.valueType[target] !== from.valueType[value]) to.opSignature[copy] = 0;
    linkOperand(to, start + i, target);
  }
  const successors = from.opSuccessorCount[op]!;
  if (successors === 0) return;
  const firstSuccessor = from.opFirstSuccessor[op]!;
  const startSuccessor = to.newSuccessors(copy, successors);
  for (let i = 0; i < successors; i++) {
    const block = from.successorBlock[firstSuccessor + i]!;
    linkSuccessor(to, startSuccessor + i, copies.blocks.get(block) ?? block);
  }
}

function copyRegions(copies: Copies, op: number, copy: number, inside: Pair[]): void {
  const { from, to } = copies;
  for (let region = from.opFirstRegion[op]!; region !== 0; region = from.regionNext[region]!) {
    const copyOfRegion = to.newRegion(copy);
    appendRegion(to, copy, copyOfRegion);
    copyBlocks(copies, region, copyOfRegion, inside, 0);
  }
}

function copyBlocks(copies: Copies, region: number, copyOfRegion: number, inside: Pair[], before: number): void {
  const { from, to } = copies;
  for (let block = from.regionFirstBlock[region]!; block !== 0; block = from.blockNext[block]!) {
    const copyOfBlock = copyBlock(copies, block);
    insertBlock(to, copyOfBlock, copyOfRegion, before);
    for (let inner = from.blockFirstOp[block]!; inner !== 0; inner = from.opNext[inner]!) {
      const copyOfInner = copyOp(copies, inner);
      insertOp(to, copyOfInner, copyOfBlock, 0);
      inside.push([inner, copyOfInner]);
    }
  }
}

function copyBlock(copies: Copies, block: number): number {
  const { from, to } = copies;
  const copy = to.newBlock();
  copies.blocks.set(block, copy);
  const count = from.blockArgumentCount[block]!;
  const first = from.blockFirstArgument[block]!;
  if (count > 0 && copies.values.has(first)) return copy;
  to.blockFirstArgument[copy] = count === 0 ? 0 : to.valueCount;
  to.blockArgumentCount[copy] = count;
  for (let i = 0; i < count; i++) {
    const value = to.newValue(from.valueType[first + i]!, -copy);
    to.valueLocation[value] = location(copies, from.valueLocation[first + i]!);
    copies.values.set(first + i, value);
  }
  return copy;
}
