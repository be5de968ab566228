import type { Store } from "../store/store.ts";

/** Kind of name, in the low two bits of an entry in `values`: the number of a single value, such as `%7`. */
export const PLAIN = 0;
export const ARGUMENT = 1;
/** Kind of name: one of several results, such as `%7#1`. */
export const GROUPED = 2;
/** Kind of name: a name that the operation suggested. */
export const NAMED = 3;

/** Names of values and blocks. */
export interface Numbering {
  /** Maps each value to `number * 4 + kind`, or to 0 if the value is outside of the numbered operation. */
  readonly values: Int32Array;
  /** Maps each block to its index in its region. */
  readonly blocks: Int32Array;
  /** Suggested names, indexed by the number of the name. */
  readonly names: readonly Uint8Array[];
  /** Maps each value with a suggested name to its suffix plus 1, or to 0. Empty if no value has a suggested name. */
  readonly conflicts: Int32Array;
  /** Maps each operation without results to its number plus 1. Absent if operations have no numbers. */
  readonly operations?: Int32Array | undefined;
}

/** Style of names. All flags are off by default. */
export interface NameStyle {
  /** Whether numbering continues after a region instead of restarting. */
  readonly unique?: boolean;
  /** Whether operations can suggest names for their results. */
  readonly asksOperations?: boolean;
  /** Whether values are named after their locations, which have priority over names that operations suggest. */
  readonly asksLocations?: boolean;
  /** Whether operations without results get numbers. Comments refer to these operations by number. */
  readonly numbersOperations?: boolean;
}

/** Arrays of a numbering. `conflicts` is empty if the last numbering did not have suggested names. */
type NumberingArrays = Pick<Numbering, "values" | "blocks" | "conflicts">;

/** Arrays for the next numbering of a store. Allocating them for each printed function would take quadratic time. */
const spares = new WeakMap<Store, NumberingArrays>();

/** Returns arrays for a new numbering, in which all elements are 0. */
export function takeArrays(store: Store, hasConflicts: boolean): NumberingArrays {
  const { valueCount, blockCount } = store;
  const spare = spares.get(store);
  spares.delete(store);
  if (spare === undefined || spare.values.length < valueCount || spare.blocks.length < blockCount) {
    // Allocates more than needed if an earlier array was too short, because passes continue to add values.
    const size = spare === undefined ? valueCount : valueCount + (valueCount >> 2);
    const blocks = new Int32Array(spare === undefined ? blockCount : blockCount + (blockCount >> 2));
    return { values: new Int32Array(size), blocks, conflicts: hasConflicts ? new Int32Array(size) : NO_CONFLICTS };
  }
  const isComplete = !hasConflicts || spare.conflicts.length > 0;
  return isComplete ? spare : { ...spare, conflicts: new Int32Array(spare.values.length) };
}

/** Clears the numbering of `top`, which cannot be used afterwards, and keeps its arrays for the next numbering. */
export function clearNumbering(store: Store, top: number, { values, blocks, conflicts }: Numbering): void {
  const { opNext, opFirstResult, opResultCount, opFirstRegion, regionNext, regionFirstBlock } = store;
  const { blockNext, blockFirstOp, blockFirstArgument, blockArgumentCount } = store;
  const clear = (first: number, count: number): void => {
    values.fill(0, first, first + count);
    conflicts.fill(0, first, first + count);
  };
  const work: number[] = [];
  const clearOp = (op: number): void => {
    clear(opFirstResult[op]!, opResultCount[op]!);
    for (let region = opFirstRegion[op]!; region !== 0; region = regionNext[region]!) work.push(region);
  };
  clearOp(top);
  for (let region = work.pop(); region !== undefined; region = work.pop()) {
    for (let block = regionFirstBlock[region]!; block !== 0; block = blockNext[block]!) {
      blocks[block] = 0;
      clear(blockFirstArgument[block]!, blockArgumentCount[block]!);
      for (let op = blockFirstOp[block]!; op !== 0; op = opNext[op]!) clearOp(op);
    }
  }
  spares.set(store, { values, blocks, conflicts });
}

const NO_CONFLICTS = new Int32Array(0);
