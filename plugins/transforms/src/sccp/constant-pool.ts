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
  /**
   * For each region, maps keys to constant operations. A key contains the dialect, the value and the type of a
   * constant.
   */
  readonly #pools = new Map<number, Map<string, number>>();

  constructor(store: Store) {
    this.#store = store;
    this.#builder = new OpBuilder(store);
  }

  /**
   * Returns the result of a constant operation that can be used in `block`. The dialect of `origin` creates the
   * operation. Returns 0 if the dialect cannot create the constant. `block`, `origin`, `type` and the result are ids.
   */
  get(block: number, origin: number, value: Attribute, type: number): number {
    const store = this.#store;
    const region = insertionRegion(store, block);
    let pool = this.#pools.get(region);
    if (pool === undefined) this.#pools.set(region, (pool = new Map<string, number>()));
    const { dialect } = store.nameOf(origin);
    const rest = `:${value.id}:${type}`;
    const known = pool.get(dialect + rest) ?? this.#make(pool, region, { dialect, rest, origin, value, type });
    if (known === 0) return 0;
    // As in MLIR, constants get the unknown location, because they can be used at several positions.
    store.opLocation[known] = 0;
    return store.opFirstResult[known]!;
  }

  #make(
    pool: Map<string, number>,
    region: number,
    wanted: {
      readonly dialect: string;
      readonly rest: string;
      readonly origin: number;
      readonly value: Attribute;
      readonly type: number;
    },
  ): number {
    const store = this.#store;
    const entry = store.regionFirstBlock[region]!;
    this.#builder.insertAt(entry, store.blockFirstOp[entry]!);
    const { dialect, rest, origin, value, type } = wanted;
    const made = materializeConstant(this.#builder, Operation.of(store, origin), value, store.context.types[type]!);
    if (made === undefined) return 0;
    pool.set(dialect + rest, made.id);
    // The created operation can belong to another dialect, which may already have an equal constant in the pool.
    const maker = made.operationName.dialect;
    if (maker === dialect) return made.id;
    const same = pool.get(maker + rest);
    if (same === undefined) {
      pool.set(maker + rest, made.id);
      return made.id;
    }
    eraseOp(store, made.id);
    pool.set(dialect + rest, same);
    return same;
  }
}
