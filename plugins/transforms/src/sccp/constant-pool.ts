import { materializeConstant, OpBuilder, Operation } from "@passwright/ir";
import type { Attribute } from "@passwright/ir";
import { eraseOp, insertionRegion } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Creates constants at the front of the closest isolated region, without duplicates
 * (`OperationFolder::getOrCreateConstant` in `mlir/lib/Transforms/Utils/FoldUtils.cpp`).
 */
export class ConstantPool {
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
