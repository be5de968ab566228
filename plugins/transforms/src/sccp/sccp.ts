import { definePass, PassType } from "@passwright/sdk";
import { materializeConstant, OpBuilder, Operation, propagateConstants } from "@passwright/ir";
import type { Attribute, SparseConstantPropagation } from "@passwright/ir";
import { eraseOp, insertionRegion, replaceAllUses, wouldOpBeTriviallyDeadId } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Sparse conditional constant propagation through regions, branches and calls (`mlir/lib/Transforms/SCCP.cpp`).
 * Replaces values that are constant on all executable paths, and erases the operations that define these values.
 * Precondition: any valid IR. Postcondition: if a value is known to be constant and has uses, the value is a result of
 * a constant operation. The pass does not erase unreachable blocks, but `canonicalize` does.
 */
export const sccp = definePass({
  name: "sccp",
  ir: "mlir",
  displayName: "SCCP",
  summary: "Sparse Conditional Constant Propagation",
  types: [PassType.EarlyOptimization],
  runOnOperation(op: Operation) {
    rewrite(op.store, op.id, propagateConstants(op).constants);
  },
});

function rewrite(store: Store, top: number, constants: SparseConstantPropagation): void {
  const pool = new ConstantPool(store);
  const work: number[] = [];
  // Pushes blocks in reverse order, so that the last region comes first, starting with its entry block.
  const pushBlocks = (op: number): void => {
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      for (let block = store.regionLastBlock[region]!; block !== 0; block = store.blockPrevious[block]!)
        work.push(block);
    }
  };
  const replace = (block: number, value: number): boolean => {
    const constant = constants.constantOf(value);
    if (constant === undefined) return false;
    const replacement = pool.get(block, constants.originOf(value), constant, store.valueType[value]!);
    if (replacement === 0) return false;
    replaceAllUses(store, value, replacement);
    return true;
  };
  pushBlocks(top);
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    for (let op = store.blockFirstOp[block]!; op !== 0;) {
      const next: number = store.opNext[op]!;
      const first = store.opFirstResult[op]!;
      const count = store.opResultCount[op]!;
      let replacedAll = count !== 0;
      for (let i = 0; i < count; i++) replacedAll = replace(block, first + i) && replacedAll;
      if (replacedAll && wouldOpBeTriviallyDeadId(store, op)) eraseOp(store, op);
      else pushBlocks(op);
      op = next;
    }
    const first = store.blockFirstArgument[block]!;
    for (let i = 0; i < store.blockArgumentCount[block]!; i++) replace(block, first + i);
  }
}

/**
 * Creates constants at the front of the closest isolated region, without duplicates
 * (`OperationFolder::getOrCreateConstant` in `mlir/lib/Transforms/Utils/FoldUtils.cpp`).
 */
class ConstantPool {
  readonly #store: Store;
  readonly #builder: OpBuilder;
  /** For each region, maps the dialect, value and type of constants to constant operations. */
  readonly #pools = new Map<number, Map<string, number>>();

  constructor(store: Store) {
    this.#store = store;
    this.#builder = new OpBuilder(store);
  }

  /** Returns a constant for use in `block`. The dialect of `origin` creates it. Returns 0 if it cannot. Takes ids. */
  get(block: number, origin: number, value: Attribute, type: number): number {
    const store = this.#store;
    const region = insertionRegion(store, block);
    let pool = this.#pools.get(region);
    if (pool === undefined) this.#pools.set(region, (pool = new Map<string, number>()));
    const { dialect } = store.nameOf(origin);
    const rest = `:${value.id}:${type}`;
    let known = pool.get(dialect + rest);
    if (known === undefined) {
      const entry = store.regionFirstBlock[region]!;
      this.#builder.insertAt(entry, store.blockFirstOp[entry]!);
      const made = materializeConstant(this.#builder, Operation.of(store, origin), value, store.context.types[type]!);
      if (made === undefined) return 0;
      // The created operation can belong to another dialect, which may already have an equal constant in the pool.
      const key = made.operationName.dialect + rest;
      known = pool.get(key) ?? made.id;
      if (known !== made.id) eraseOp(store, made.id);
      pool.set(key, known);
      pool.set(dialect + rest, known);
    }
    // As in MLIR, constants get the unknown location, because they can be used at several positions.
    store.opLocation[known] = 0;
    return store.opFirstResult[known]!;
  }
}
