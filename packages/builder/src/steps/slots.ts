/**
 * Positions between and at the steps of a spine, as numbers that grow along the pipeline: `3i` right before step i, `3i+1`
 * step i itself (and what is put at it, if it is an extension point), `3i+2` right after it. What sticks to the left
 * neighbour of a gap so comes before what sticks to the right one.
 */
export type Slot = number;

export const slotBefore = (index: number): Slot => 3 * index;
export const slotOf = (index: number): Slot => 3 * index + 1;
export const slotAfter = (index: number): Slot => 3 * index + 2;
