import type { PassContext } from "@passwright/sdk";
import { dominance } from "@passwright/ir";
import type { OpBuilder, Operation } from "@passwright/ir";

/** Lets the dialect complete an allocation whose slot was replaced, or erases it. Returns allocations to visit next. */
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
 * Replaces slots until nothing changes, because a change of one slot can remove the last obstacle to a change of
 * another. Changes at most one slot of an allocation at a time. `slotsOf` returns `undefined` for operations that are
 * not allocations. `replace` returns the operations to visit next, or `undefined` if the slot cannot be replaced.
 */
export function replaceSlots<Slot>(
  top: Operation,
  pass: PassContext<Operation>,
  slotsOf: (op: Operation) => readonly Slot[] | undefined,
  replace: (op: Operation, slot: Slot) => readonly Operation[] | undefined,
): void {
  const isAllocation = (op: Operation): boolean => slotsOf(op) !== undefined;
  let work: Operation[] = [];
  top.walk((op) => {
    if (op !== top && isAllocation(op)) work.push(op);
  });
  let changedAny = false;
  for (let changed = true; changed;) {
    changed = false;
    const next: Operation[] = [];
    for (const op of work) {
      let created: readonly Operation[] | undefined;
      for (const slot of slotsOf(op)!) {
        created = replace(op, slot);
        if (created !== undefined) break;
      }
      changed ||= created !== undefined;
      next.push(...(created?.filter(isAllocation) ?? [op]));
    }
    changedAny ||= changed;
    work = next;
  }
  if (changedAny) pass.markAnalysesPreserved(dominance);
  else pass.markAllAnalysesPreserved();
}
