/**
 * Position relative to the steps of the base pipeline, as a number that increases along the pipeline: `3i` right before
 * step i, `3i+1` at step i (for insertions at an extension point), and `3i+2` right after step i. Therefore, steps
 * right after a base step precede steps right before the next base step.
 */
export type Slot = number;

export const slotBefore = (index: number): Slot => 3 * index;
export const slotOf = (index: number): Slot => 3 * index + 1;
export const slotAfter = (index: number): Slot => 3 * index + 2;

/** Side of a step or of a group of steps. */
export type Beside = "before" | "after";

export const slotBeside = (side: Beside, index: number): Slot => (side === "before" ? 3 * index : 3 * index + 2);

/** Returns the first item for `before`, or the last item for `after`. */
export const endAt = <T>(side: Beside, { first, last }: { readonly first: T; readonly last: T }): T =>
  side === "before" ? first : last;
