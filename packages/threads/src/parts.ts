import type { CutText } from "@passwright/core";
import type { PartTaker } from "./run-text.ts";

/** How many parts of a text were taken, in memory that several threads share. */
export function makeTaken(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Whoever is free takes the next part. */
export function takerOf(taken: Int32Array, { starts }: CutText, tick: () => void = () => undefined): PartTaker {
  return {
    next() {
      const part = Atomics.add(taken, 0, 1);
      return part < starts.length ? part : undefined;
    },
    giveUp: () => void Atomics.store(taken, 0, starts.length),
    tick,
  };
}
