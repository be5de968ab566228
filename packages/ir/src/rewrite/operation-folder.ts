import type { Attribute } from "../attributes/attribute.ts";
import type { DialectDefinition } from "../dialects/define-dialect.ts";
import { traitBit } from "../dialects/traits.ts";
import { createConstant } from "../fold/constants.ts";
import { insertOp, removeOp } from "../store/edit.ts";
import { Shapes } from "../store/shapes.ts";
import type { Store } from "../store/store.ts";
import type { PatternRewriter } from "./pattern-rewriter.ts";

/** Merges equal constants at the front of the closest isolated region (`OperationFolder`). Reuses its tables. */
export class OperationFolder {
  readonly #rewriter: PatternRewriter;
  readonly #store: Store;
  /** Numbers of the combinations of region, dialect, type and value. */
  readonly #shapes: Shapes;
  readonly #ops: number[] = [0];
  /** Dialects by the index that the combinations contain. */
  readonly #dialects: string[] = [];
  /** Maps each operation to the last round in which it was inserted. */
  #owned = new Int32Array(64);
  #round = 0;

  constructor(rewriter: PatternRewriter) {
    this.#rewriter = rewriter;
    this.#store = rewriter.store;
    this.#shapes = new Shapes(rewriter.store);
  }

  reset(): void {
    this.#shapes.clear();
    this.#round++;
    if (this.#owned.length < this.#store.opCount) this.#owned = new Int32Array(this.#store.opName.length);
  }

  /** Inserts a constant, or replaces it by an equal constant and returns false. */
  insertKnownConstant(op: number, value: Attribute): boolean {
    const store = this.#store;
    const block = store.opBlock[op]!;
    const region = insertionRegion(store, block);
    const result = store.opFirstResult[op]!;
    const { count } = this.#shapes;
    const shape = this.#shapes.numberOf(region, this.#dialectOf(op), store.valueType[result]!, value.id);
    if (shape <= count) {
      const known = this.#ops[shape]!;
      this.#rewriter.replaceAllUsesId(result, store.opFirstResult[known]!);
      this.#rewriter.eraseOpId(op);
      // A merged constant gets an unknown location, because the original constants can have different locations.
      store.opLocation[known] = 0;
      return false;
    }
    const entry = store.regionFirstBlock[region]!;
    const isBehind = store.blockFirstOp[entry] !== op && this.#owned[store.opPrevious[op]!] !== this.#round;
    if (block !== entry || isBehind) {
      removeOp(store, op);
      insertOp(store, op, entry, store.blockFirstOp[entry]!);
    }
    if (block !== entry) store.opLocation[op] = 0;
    this.#owned[op] = this.#round;
    this.#ops[shape] = op;
    return true;
  }

  #dialectOf(op: number): number {
    const { dialect } = this.#store.nameOf(op);
    const known = this.#dialects.indexOf(dialect);
    return known < 0 ? this.#dialects.push(dialect) - 1 : known;
  }
}

/** Returns the region for constants of a block: of the closest isolated, unregistered or top-level operation. */
export function insertionRegion(store: Store, from: number): number {
  for (let block = from; ;) {
    const region = store.blockRegion[block]!;
    const parent = store.regionOwner[region]!;
    const name = store.nameOf(parent);
    const mayBeIsolated = !name.isRegistered || (name.traitBits & traitBit.IsolatedFromAbove) !== 0;
    if (mayBeIsolated || store.opBlock[parent]! <= 0) return region;
    block = store.opBlock[parent]!;
  }
}

/** Number of cached constants. Must be a power of two. */
const KNOWN = 256;

interface KnownConstant {
  readonly dialect: DialectDefinition;
  readonly value: number;
  readonly type: number;
  readonly name: number;
  readonly properties: number;
  readonly attributes: number;
}

/** Creates constants at the insertion point of a rewriter. Caches their parts, to create equal ones from ids. */
export class ConstantMaker {
  readonly #rewriter: PatternRewriter;
  readonly #store: Store;
  readonly #known = Array.from({ length: KNOWN }, (): KnownConstant | undefined => undefined);

  constructor(rewriter: PatternRewriter) {
    this.#rewriter = rewriter;
    this.#store = rewriter.store;
  }

  /** Creates a constant at the location of `of`. Returns its id, or 0 if the dialect cannot create it. Takes ids. */
  make(dialect: DialectDefinition, value: Attribute, type: number, of: number): number {
    this.#rewriter.locateAt(of);
    const place = (value.id ^ Math.imul(type, 31)) & (KNOWN - 1);
    const known = this.#known[place];
    if (known?.value === value.id && known.type === type && known.dialect === dialect) {
      return this.#rewriter.createById(known.name, known.properties, known.attributes, type);
    }
    const store = this.#store;
    const next = store.opCount;
    const made = createConstant(this.#rewriter, of, value, store.context.types[type]!);
    if (made === undefined) return 0;
    if (store.opCount === next + 1 && made.id === next && this.#isPlain(next, type, of)) {
      this.#known[place] = {
        dialect,
        value: value.id,
        type,
        name: store.opName[next]!,
        properties: store.opProperties[next]!,
        attributes: store.opAttributes[next]!,
      };
    }
    return made.liveId;
  }

  #isPlain(op: number, type: number, of: number): boolean {
    const { opFirstRegion, opFirstResult, opLocation, opOperandCount, opResultCount, opSuccessorCount, valueType } =
      this.#store;
    return (
      opOperandCount[op] === 0 &&
      opSuccessorCount[op] === 0 &&
      opFirstRegion[op] === 0 &&
      opResultCount[op] === 1 &&
      valueType[opFirstResult[op]!] === type &&
      opLocation[op] === opLocation[of]
    );
  }
}
