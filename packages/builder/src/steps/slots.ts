/**
 * Positions between and at the steps of the base pipeline, as numbers that increase along the pipeline: `3i` right
 * before step i, `3i+1` at step i (for insertions at an extension point), `3i+2` right after it. Within a gap, steps
 * next to the left neighbor therefore come before those next to the right one.
 */
export type Slot = number;

export const slotBefore = (index: number): Slot => 3 * index;
export const slotOf = (index: number): Slot => 3 * index + 1;
export const slotAfter = (index: number): Slot => 3 * index + 2;
