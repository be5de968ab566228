import type { DominanceInfo, MemorySlot, Operation, PromotableMemory } from "@passwright/ir";
import { definitionOf, isBranch } from "@passwright/ir/store";
import { addUse, completeUses, promotableRule, sortByDominance } from "./blocking-uses.ts";
import type { BlockingUses } from "./blocking-uses.ts";
import type { RegionBlocks } from "./region-blocks.ts";

/** Uses of a memory slot, as data for replacing the slot with values. */
export interface SlotAccesses {
  readonly blocking: BlockingUses;
  /** Operations that contain the uses in `blocking`. Each operation precedes the operations that it dominates. */
  readonly users: readonly Operation[];
  /** Loads and stores of the slot, grouped by block, in order. */
  readonly memory: ReadonlyMap<number, readonly Operation[]>;
  readonly mergePoints: ReadonlySet<number>;
}

export function memoryInterface(op: Operation): PromotableMemory | undefined {
  const definition = definitionOf(op.store, op.id);
  return definition?.promotable === undefined ? definition?.promotableMemory : undefined;
}

/** Returns the uses of a slot, or `undefined` if it cannot be promoted. `blocks` is `undefined` for a single block. */
export function analyzeSlot(
  slot: MemorySlot,
  blocks: RegionBlocks | undefined,
  info: DominanceInfo,
): SlotAccesses | undefined {
  const region = slot.pointer.parentBlock!.parentRegion!;
  if (region.parentOp.hasTrait("GraphRegion")) return undefined;
  const blocking: BlockingUses = new Map();
  for (const use of slot.pointer.uses) addUse(blocking, use);
  const canRemove = completeUses(blocking, (op, uses) => {
    const memory = memoryInterface(op);
    if (memory === undefined) return promotableRule(op, uses);
    // Accepts only operations in the region of the slot, because the contents of the slot are unknown in other regions.
    return op.parentRegion === region ? memory.canRemoveUses(op, slot, uses) : undefined;
  });
  if (!canRemove) return undefined;
  const users = sortByDominance(blocking.keys(), info);
  const memory = new Map<number, Operation[]>();
  for (const op of users) {
    if (memoryInterface(op) === undefined) continue;
    const known = memory.get(op.block!.id);
    if (known === undefined) memory.set(op.block!.id, [op]);
    else known.push(op);
  }
  const mergePoints = blocks === undefined ? new Set<number>() : findMergePoints(slot, blocks, memory);
  const { store } = slot.pointer;
  for (const block of mergePoints) {
    for (const predecessor of blocks!.predecessorsOf(block)) {
      if (!isBranch(store, store.blockLastOp[predecessor]!)) return undefined;
    }
  }
  return { blocking, users, memory, mergePoints };
}

function findMergePoints(
  slot: MemorySlot,
  blocks: RegionBlocks,
  memory: ReadonlyMap<number, readonly Operation[]>,
): ReadonlySet<number> {
  const defining = new Set<number>();
  const reading = new Set<number>();
  for (const [block, ops] of memory) {
    if (ops.some((op) => memoryInterface(op)!.storesTo(op, slot))) defining.add(block);
    const first = ops.find((op) => memoryInterface(op)!.loadsFrom(op, slot) || memoryInterface(op)!.storesTo(op, slot));
    if (first !== undefined && memoryInterface(first)!.loadsFrom(first, slot)) reading.add(block);
  }
  return blocks.mergePoints(defining, blocks.liveIn(reading, defining));
}
