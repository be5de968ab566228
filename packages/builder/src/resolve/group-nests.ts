import { isSameManager } from "../steps/nesting.ts";
import type { PlanNest } from "../plan/plan.ts";
import { idOf } from "../steps/step.ts";
import type { Nest } from "../steps/step.ts";

/** Manager that is open at the current step. */
interface Open {
  readonly nest: PlanNest;
  id: number | undefined;
}

/**
 * Returns whether a level is a manager, or a group that the framework opened. Other levels are groups that were created
 * for contributed members.
 */
const isPlain = ({ isImplicit }: Nest): boolean => isImplicit === undefined;

/**
 * Returns the managers of each step. Adjacent steps share the managers of the levels that they have in common. A level
 * without `id` joins an open manager with the same anchor. Managers that the framework opened separately are not
 * merged. Numbers the managers in the order of the steps, so that the numbers do not depend on the order in which
 * managers were created.
 */
export function groupNests(steps: readonly (readonly Nest[])[]): (readonly PlanNest[])[] {
  const open: Open[] = [];
  let count = 0;
  /** Managers of the current step. Adjacent steps in the same managers share one list. */
  let current: readonly PlanNest[] = [];
  let previous: readonly Nest[] = [];
  /** Whether the managers of `previous` are already numbered. */
  let isNumbered = true;
  return steps.map((nests) => {
    const least = Math.min(previous.length, nests.length);
    const isSame = isSameManager(nests[least - 1], previous[least - 1]);
    let shared = isSame ? least : 0;
    for (; shared < nests.length && shared < open.length; shared++) {
      const have = open[shared] as Open;
      const want = nests[shared] as Nest;
      if (have.nest.anchor !== want.anchor) break;
      const id = idOf(want);
      if (have.id !== undefined && id !== undefined && have.id !== id) break;
      have.id ??= id;
    }
    isNumbered =
      (isNumbered && isSame && shared === least) ||
      nests.slice(0, shared).every((nest, depth) => nest.id === open[depth]?.nest.id && isPlain(nest));
    previous = nests;
    if (shared === open.length && shared === nests.length) return current;
    open.length = shared;
    for (const nest of nests.slice(shared)) {
      open.push({ nest: { anchor: nest.anchor, id: ++count }, id: idOf(nest) });
      isNumbered &&= nest.id === count && isPlain(nest);
    }
    // Reuses the list `nests` if possible, because most of the time would be spent on copies of long lists.
    current = isNumbered ? (nests as readonly PlanNest[]) : open.map(({ nest }) => nest);
    return current;
  });
}
