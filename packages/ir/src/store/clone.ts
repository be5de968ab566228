import { appendRegion, insertBlock, insertOp, linkOperand, linkSuccessor } from "./edit.ts";
import { encodeLocation, resolveLocation } from "./location.ts";
import { LOCATION_ATTRIBUTE } from "./store.ts";
import type { Store } from "./store.ts";
import { walkPreOrder } from "./walk-ids.ts";

/** State of a copy in progress. */
interface Copies extends CopiedIds {
  readonly from: Store;
  readonly to: Store;
  /**
   * Operands whose value can be defined later in the source. Such operands are set after all operations were copied.
   */
  readonly operands: [op: number, copy: number][];
}

/**
 * Maps ids of original values and blocks to ids of their copies. Values that are not copied are mapped to their
 * replacements.
 */
export interface CopiedIds {
  readonly values: Map<number, number>;
  readonly blocks: Map<number, number>;
}

/** Copies an operation with its contents to a store, and leaves the copy detached. Takes and returns ids. */
export function cloneOperation(from: Store, op: number, to: Store, { values, blocks }: CopiedIds): number {
  const copies: Copies = { from, to, values, blocks, operands: [] };
  const top = copyOp(copies, op);
  const work: [op: number, copy: number][] = [[op, top]];
  copyContents(copies, work);
  return top;
}

/** Appends copies of the blocks of a region to another region of the same store. Takes ids. */
export function cloneRegion(store: Store, source: number, target: number, { values, blocks }: CopiedIds): void {
  const copies: Copies = { from: store, to: store, values, blocks, operands: [] };
  const work: [op: number, copy: number][] = [];
  copyBlocks(copies, source, target, work);
  copyContents(copies, work);
}

/**
 * Copies the blocks of a region into another region of the same store, before one of the existing blocks. Arguments
 * that `values` already maps are replaced and not copied. All copies are added to `values` (`Region::cloneInto`). Takes
 * ids.
 */
export function cloneBlocksBefore(
  store: Store,
  source: number,
  target: { readonly region: number; readonly before: number },
  values: Map<number, number>,
): void {
  const copies: Copies = { from: store, to: store, values, blocks: new Map(), operands: [] };
  const work: [op: number, copy: number][] = [];
  copyBlocks(copies, source, target.region, work, target.before);
  for (let i = 0; i < work.length; i++) copyRegions(copies, work[i]![0], work[i]![1], work);
  // Sets the operands in source order, so that values have their uses in the same order as in MLIR.
  const copyOf = new Map(copies.operands);
  walkPreOrder(store, source, (op) => {
    copyOperands(copies, op, copyOf.get(op)!);
    return "into";
  });
}

/** Copies the regions of operations, and sets the operands of all copied operations. */
function copyContents(copies: Copies, work: [op: number, copy: number][]): void {
  for (let i = 0; i < work.length; i++) copyRegions(copies, work[i]![0], work[i]![1], work);
  for (const [original, copy] of copies.operands) copyOperands(copies, original, copy);
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
  copies.operands.push([op, copy]);
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

function copyRegions(copies: Copies, op: number, copy: number, work: [number, number][]): void {
  const { from, to } = copies;
  for (let region = from.opFirstRegion[op]!; region !== 0; region = from.regionNext[region]!) {
    const copyOfRegion = to.newRegion(copy);
    appendRegion(to, copy, copyOfRegion);
    copyBlocks(copies, region, copyOfRegion, work);
  }
}

function copyBlocks(copies: Copies, region: number, copyOfRegion: number, work: [number, number][], before = 0): void {
  const { from, to } = copies;
  for (let block = from.regionFirstBlock[region]!; block !== 0; block = from.blockNext[block]!) {
    const copyOfBlock = copyBlock(copies, block);
    insertBlock(to, copyOfBlock, copyOfRegion, before);
    for (let inner = from.blockFirstOp[block]!; inner !== 0; inner = from.opNext[inner]!) {
      const copyOfInner = copyOp(copies, inner);
      insertOp(to, copyOfInner, copyOfBlock, 0);
      if (from.opFirstRegion[inner] !== 0) work.push([inner, copyOfInner]);
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
