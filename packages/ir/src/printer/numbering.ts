import type { Store } from "../store/store.ts";

/** Kind of a name, in the low bits of its number: a single value without a suggested name. */
export const PLAIN = 0;
export const ARGUMENT = 1;
/** Kind of the name of one of several results, such as `%7#1`. */
export const GROUPED = 2;
/** Kind of a name that the operation suggested. */
export const NAMED = 3;

/** Names of values and blocks. */
export interface Numbering {
  /** Maps each value to `number * 4 + kind`, or to 0 if the value is outside of the numbered operation. */
  readonly values: Int32Array;
  /** Maps each block to its index in its region. */
  readonly blocks: Int32Array;
  /** Suggested names by number. */
  readonly names: readonly Uint8Array[];
  /**
   * Maps each value with a suggested name to its suffix plus 1, or to 0 without a suffix. Empty if no value has a
   * suggested name.
   */
  readonly conflicts: Int32Array;
  /** Maps each operation without results to its number plus 1. Absent if operations have no numbers. */
  readonly operations?: Int32Array | undefined;
}

/**
 * Numbers everything in `top`. In generic form, numbers are unique in the whole operation. Regions are numbered in the
 * order of a stack: first the last region of the last operation (`SSANameState` in `mlir/lib/IR/AsmPrinter.cpp`).
 * Numbers start at 1, because 0 means "unknown"; the printer subtracts 1.
 */
export function numberValues(store: Store, top: number): Numbering {
  const values = new Int32Array(store.valueCount);
  const blocks = new Int32Array(store.blockCount);
  const { opNext, opFirstResult, opResultCount, opFirstRegion, regionNext, regionFirstBlock } = store;
  const { blockNext, blockFirstOp, blockFirstArgument, blockArgumentCount } = store;
  let nextValue = 1;
  let nextArgument = 1;
  const work: number[] = [];
  const numberOp = (op: number): void => {
    const count = opResultCount[op]!;
    if (count === 0) return;
    const first = opFirstResult[op]!;
    if (count === 1) values[first] = nextValue * 4 + PLAIN;
    else for (let i = 0; i < count; i++) values[first + i] = nextValue * 4 + GROUPED;
    nextValue++;
  };
  numberOp(top);
  for (let region = opFirstRegion[top]!; region !== 0; region = regionNext[region]!) work.push(region);
  while (work.length > 0) {
    const region = work.pop()!;
    let place = 0;
    for (let block = regionFirstBlock[region]!; block !== 0; block = blockNext[block]!) {
      const isEntry = place === 0;
      blocks[block] = place++;
      const argument = blockFirstArgument[block]!;
      for (let i = 0; i < blockArgumentCount[block]!; i++) {
        values[argument + i] = isEntry ? nextArgument++ * 4 + ARGUMENT : nextValue++ * 4 + PLAIN;
      }
      for (let op = blockFirstOp[block]!; op !== 0; op = opNext[op]!) {
        const count = opResultCount[op]!;
        if (count === 1) values[opFirstResult[op]!] = nextValue++ * 4 + PLAIN;
        else if (count !== 0) numberOp(op);
        for (let inner = opFirstRegion[op]!; inner !== 0; inner = regionNext[inner]!) work.push(inner);
      }
    }
  }
  return { values, blocks, names: [], conflicts: NO_CONFLICTS };
}

const NO_CONFLICTS = new Int32Array(0);
