import type { Nest } from "../steps/step.ts";

/** A manager that is open while steps are gone through. */
interface Open {
  readonly nest: Required<Nest>;
  id: number | undefined;
}

/**
 * Groups steps into managers: neighbours share the levels that they have in common. A level that came about by itself joins
 * whatever manager of the same anchor is open; two managers that the framework opened stay two. Numbers the managers in
 * order, so that the result does not tell how they were made.
 */
export function groupNests(steps: readonly (readonly Nest[])[]): Required<Nest>[][] {
  const open: Open[] = [];
  let count = 0;
  /** Steps in a row that are in the same managers share one list. */
  let current: Required<Nest>[] = [];
  let previous: readonly Nest[] = [];
  return steps.map((nests) => {
    // A manager that the framework opened has the same managers around it at every step.
    const least = Math.min(previous.length, nests.length);
    const isSame = nests[least - 1]?.id !== undefined && nests[least - 1] === previous[least - 1];
    previous = nests;
    let shared = isSame ? least : 0;
    for (; shared < nests.length && shared < open.length; shared++) {
      const have = open[shared] as Open;
      const want = nests[shared] as Nest;
      if (have.nest.anchor !== want.anchor) break;
      if (have.id !== undefined && want.id !== undefined && have.id !== want.id) break;
      have.id ??= want.id;
    }
    if (shared === open.length && shared === nests.length) return current;
    open.length = shared;
    for (let depth = shared; depth < nests.length; depth++) {
      const { anchor, id } = nests[depth] as Nest;
      open.push({ nest: { anchor, id: ++count }, id });
    }
    return (current = open.map(({ nest }) => nest));
  });
}
