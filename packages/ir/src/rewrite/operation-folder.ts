import { type Attribute } from "../attributes/attribute.ts";
import { traitBit } from "../dialects/traits.ts";
import { insertOp, removeOp } from "../store/edit.ts";
import { type Store } from "../store/store.ts";
import { type PatternRewriter } from "./pattern-rewriter.ts";

/**
 * Makes one of equal constants, and puts them at the front of the closest isolated region
 * (`OperationFolder` in `mlir/lib/Transforms/Utils/FoldUtils.cpp`).
 */
export class OperationFolder {
  readonly #rewriter: PatternRewriter;
  readonly #store: Store;
  /** By region and dialect: the constant of a type and value. */
  readonly #scopes = new Map<number, Map<string, Map<number, number>>>();
  readonly #owned = new Set<number>();

  constructor(rewriter: PatternRewriter) {
    this.#rewriter = rewriter;
    this.#store = rewriter.store;
  }

  /** Takes in a constant. False if there is one like it already: then that one is used, and this one erased. */
  insertKnownConstant(op: number, value: Attribute): boolean {
    const store = this.#store;
    const block = store.opBlock[op]!;
    const region = insertionRegion(store, block);
    const constants = this.#constantsOf(region, store.context.names[store.opName[op]!]!.dialect);
    const result = store.opFirstResult[op]!;
    const key = value.id * 2 ** 21 + store.valueType[result]!;
    const known = constants.get(key);
    if (known !== undefined) {
      this.#rewriter.replaceAllUsesId(result, store.opFirstResult[known]!);
      this.#rewriter.eraseOpId(op);
      // It stands for several now, and is where none of them was.
      store.opLocation[known] = 0;
      return false;
    }
    const entry = store.regionFirstBlock[region]!;
    if (block !== entry) {
      this.#moveToFront(op, entry);
      store.opLocation[op] = 0;
    } else if (store.blockFirstOp[entry] !== op && !this.#owned.has(store.opPrevious[op]!)) {
      this.#moveToFront(op, entry);
    }
    constants.set(key, op);
    this.#owned.add(op);
    return true;
  }

  #moveToFront(op: number, block: number): void {
    removeOp(this.#store, op);
    insertOp(this.#store, op, block, this.#store.blockFirstOp[block]!);
  }

  #constantsOf(region: number, dialect: string): Map<number, number> {
    let scope = this.#scopes.get(region);
    if (scope === undefined) this.#scopes.set(region, (scope = new Map<string, Map<number, number>>()));
    let constants = scope.get(dialect);
    if (constants === undefined) scope.set(dialect, (constants = new Map<number, number>()));
    return constants;
  }
}

/** The region that constants of a block go to: of the closest operation that is isolated, or may be, or is at the top. */
export function insertionRegion(store: Store, from: number): number {
  for (let block = from; ;) {
    const region = store.blockRegion[block]!;
    const parent = store.regionOwner[region]!;
    const name = store.context.names[store.opName[parent]!]!;
    const mayBeIsolated = !name.isRegistered || (name.traitBits & traitBit.IsolatedFromAbove) !== 0;
    if (mayBeIsolated || store.opBlock[parent]! <= 0) return region;
    block = store.opBlock[parent]!;
  }
}
