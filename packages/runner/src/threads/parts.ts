import type { CutText } from "@passwright/core";
import type { PartTaker } from "./run-text.ts";

/** Makes a counter of the parts that are already assigned to a thread. All threads share this counter. */
export function makeTaken(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Returns an object that assigns the next free part to the calling thread. */
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
