import type { Operation } from "@passwright/ir";

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
