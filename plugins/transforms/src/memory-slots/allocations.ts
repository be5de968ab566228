import type { OpBuilder, Operation } from "@passwright/ir";

/**
 * Lets the dialect complete an allocation after its slot was replaced, or erases the allocation. Returns the allocation
 * to visit next, if the dialect created another allocation.
 */
export function completeSlot<Slot>(
  op: Operation,
  slot: Slot,
  builder: OpBuilder,
  allocation: { complete?(op: Operation, slot: Slot, builder: OpBuilder): Operation | undefined },
): readonly Operation[] {
  if (allocation.complete === undefined) {
    op.erase();
    return [];
  }
  builder.setInsertionPoint(op);
  const next = allocation.complete(op, slot, builder);
  return next === undefined ? [] : [next];
}

/**
 * Visits allocations repeatedly until no allocation changes, because a change of one slot can remove the last obstacle
 * to a change of another slot. `visit` returns the allocations to visit next in place of a changed allocation, or
 * `undefined` if the allocation did not change. Returns whether any allocation changed.
 */
export function visitAllocations(
  top: Operation,
  isAllocation: (op: Operation) => boolean,
  visit: (op: Operation) => readonly Operation[] | undefined,
): boolean {
  let work: Operation[] = [];
  top.walk((op) => {
    if (op !== top && isAllocation(op)) work.push(op);
  });
  let changedAny = false;
  for (let changed = true; changed;) {
    changed = false;
    const next: Operation[] = [];
    for (const op of work) {
      const created = visit(op);
      changed ||= created !== undefined;
      next.push(...(created ?? [op]));
    }
    changedAny ||= changed;
    work = next;
  }
  return changedAny;
}
