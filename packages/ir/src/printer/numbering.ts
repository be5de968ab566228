import type { Store } from "../store/store.ts";

/**
 * Kind of name: the number of a single value, such as `%7`. The low two bits of an entry in `values` contain the kind
 * of the value's name.
 */
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
  /**
   * Maps each value with a suggested name to its suffix plus 1, or to 0 without a suffix. Empty if no value has a
   * suggested name.
   */
  readonly conflicts: Int32Array;
  /** Maps each operation without results to its number plus 1. Absent if operations have no numbers. */
  readonly operations?: Int32Array | undefined;
}

/** Arrays for a new numbering. All elements of the arrays are 0. */
interface NumberingArrays {
  readonly values: Int32Array;
  readonly blocks: Int32Array;
  /** Empty if the last numbering did not have suggested names. */
  readonly conflicts: Int32Array;
}

/**
 * Arrays for the next numbering of each store. The arrays have an entry for each value of the module. Allocating the
 * arrays for each printed function would take quadratic time.
 */
const spares = new WeakMap<Store, NumberingArrays>();

/** Returns arrays for a new numbering. */
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

/**
 * Clears the numbering of `top` and keeps its arrays for the next numbering. The numbering cannot be used afterwards.
 */
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

/**
 * Numbers everything in `top`. In generic form, numbers are unique in the whole operation. The last region of the last
 * operation is numbered first, because MLIR keeps pending regions on a stack (`SSANameState` in
 * `mlir/lib/IR/AsmPrinter.cpp`). Numbers start at 1, because 0 means "unknown"; the printer subtracts 1.
 */
export function numberValues(store: Store, top: number): Numbering {
  const { values, blocks } = takeArrays(store, false);
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
