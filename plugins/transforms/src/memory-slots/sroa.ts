import { definePass, PassType } from "@passwright/sdk";
import { dominance, OpBuilder } from "@passwright/ir";
import type { Attribute, DestructurableSlot, DominanceInfo, MemorySlot, Operation } from "@passwright/ir";
import { definitionOf } from "@passwright/ir/store";
import { completeSlot, replaceSlots } from "./allocations.ts";
import { addUse, completeUses, promotableRule, sortByDominance } from "./blocking-uses.ts";
import type { BlockingUses } from "./blocking-uses.ts";

/**
 * Replaces local memory of several elements by separate memory for each element (`mlir/lib/Transforms/SROA.cpp`).
 * Precondition: any valid IR. Postcondition: each remaining allocation of memory for 2 to 16 elements is unused, is
 * accessed with indices that are not constant, or is used by operations other than loads and stores.
 */
export const sroa = definePass({
  name: "sroa",
  ir: "mlir",
  displayName: "SROA",
  summary: "Scalar Replacement of Aggregates",
  types: [PassType.EarlyOptimization],
  statistics: {
    "destructured slots": "Total amount of memory slots destructured",
    "slots with memory benefit": "Total amount of memory slots of which some parts were not used",
    "max subelement number": "Maximal number of parts of a destructured memory slot",
  },
  runOnOperation(top: Operation, pass) {
    const info = pass.getAnalysis(dominance);
    const slotsOf = (op: Operation) => definitionOf(op.store, op.id)?.destructurableAllocation?.slots(op);
    replaceSlots(top, pass, slotsOf, (op, slot) => {
      const accesses = analyzeSlot(slot);
      if (accesses === undefined) return undefined;
      pass.statistics["destructured slots"].add();
      pass.statistics["max subelement number"].updateMax(slot.parts.size);
      if (accesses.indices.size < slot.parts.size) pass.statistics["slots with memory benefit"].add();
      return destructure(op, slot, accesses, info);
    });
  },
});

interface PartAccesses {
  /** Indices of the used parts, in the order of the slot's use list, which starts with the newest use. */
  readonly indices: ReadonlySet<Attribute>;
  /** Operations that can be changed to use the separate slots of the parts. */
  readonly accessors: ReadonlySet<Operation>;
  readonly blocking: BlockingUses;
}

function analyzeSlot(slot: DestructurableSlot): PartAccesses | undefined {
  if (!slot.pointer.hasUses) return undefined;
  const indices = new Set<Attribute>();
  const accessors = new Set<Operation>();
  const blocking: BlockingUses = new Map();
  const safely: MemorySlot[] = [];
  for (const use of slot.pointer.uses) {
    const { owner } = use;
    const access = definitionOf(owner.store, owner.id)?.destructurableAccessor?.canRewire(owner, slot);
    if (access === undefined) {
      addUse(blocking, use);
      continue;
    }
    accessors.add(owner);
    for (const index of access.indices) indices.add(index);
    safely.push(...(access.safely ?? []));
  }
  addUnsafeUses(safely, blocking);
  return completeUses(blocking, promotableRule) ? { indices, accessors, blocking } : undefined;
}

function addUnsafeUses(slots: MemorySlot[], blocking: BlockingUses): void {
  const visited: BlockingUses = new Map();
  for (let slot = slots.pop(); slot !== undefined; slot = slots.pop()) {
    for (const use of slot.pointer.uses) {
      if (!addUse(visited, use)) continue;
      const { owner } = use;
      const more = definitionOf(owner.store, owner.id)?.safeSlotAccess?.ensureOnlySafeAccesses(owner, slot);
      if (more === undefined) addUse(blocking, use);
      else slots.push(...more);
    }
  }
}

/** Replaces a slot by one slot for each used part. Returns the allocations to visit next. */
function destructure(
  op: Operation,
  slot: DestructurableSlot,
  { indices, accessors, blocking }: PartAccesses,
  info: DominanceInfo,
): Operation[] {
  const allocation = definitionOf(op.store, op.id)!.destructurableAllocation!;
  const builder = new OpBuilder(op.store);
  builder.location = op.location;
  builder.setInsertionPointToStart(slot.pointer.parentBlock!);
  const parts = allocation.destructure(op, slot, [...indices], builder);
  const created = new Set<Operation>();
  for (const { pointer } of parts.values()) if (pointer.definingOp !== undefined) created.add(pointer.definingOp);
  const users = sortByDominance(new Set([...accessors, ...blocking.keys()]), info);
  const erased: Operation[] = [];
  for (const user of users.reverse()) {
    const { destructurableAccessor, promotable } = definitionOf(user.store, user.id)!;
    builder.setInsertionPointAfter(user);
    const after = accessors.has(user)
      ? destructurableAccessor!.rewire(user, slot, parts, builder)
      : promotable!.removeUses(user, blocking.get(user)!, builder);
    if (after === "erase") erased.push(user);
  }
  for (const user of erased) user.erase();
  return [...created, ...completeSlot(op, slot, builder, allocation)];
}
