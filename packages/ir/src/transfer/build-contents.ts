import { appendRegion, insertBlock, insertOp, linkOperand, linkSuccessor } from "../store/edit.ts";
import type { Store } from "../store/store.ts";
import type { OldContents } from "./old-contents.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { WordReader } from "./words.ts";

/** Tables for decoding received data. */
export interface BuildOptions {
  readonly vocabulary: Vocabulary;
  readonly location: (word: number) => number;
  /** Previous contents of the operation, if it existed before. Reused entities keep their ids and handles. */
  readonly old?: OldContents;
}

/**
 * Builds an operation and its contents from the output of `packContents`. Returns the top operation, which is detached
 * unless it existed before.
 */
export function buildContents(store: Store, reader: WordReader, options: BuildOptions): number {
  return new ContentsBuilder(store, reader, options).build();
}

class ContentsBuilder {
  readonly #store: Store;
  readonly #reader: WordReader;
  readonly #vocabulary: Vocabulary;
  readonly #location: (word: number) => number;
  readonly #old: OldContents | undefined;
  readonly #ops: number[] = [];
  readonly #values: number[] = [0];
  readonly #blocks: number[] = [0];
  readonly #work: { readonly op: number; readonly regions: readonly number[] }[] = [];

  constructor(store: Store, reader: WordReader, { vocabulary, location, old }: BuildOptions) {
    this.#store = store;
    this.#reader = reader;
    this.#vocabulary = vocabulary;
    this.#location = location;
    this.#old = old;
  }

  build(): number {
    const reader = this.#reader;
    const top = this.#readOp();
    for (const { regions } of this.#work) {
      for (const region of regions) {
        while (reader.next() === 1) this.#readBlock(region);
      }
    }
    this.#readUses();
    return top;
  }

  #readOp(): number {
    const reader = this.#reader;
    const store = this.#store;
    const { names, types, attributes } = this.#vocabulary;
    const origin = reader.next();
    const name = names.idOf(reader.next());
    const op = this.#old?.takeOp(origin) ?? store.newOp(name);
    this.#ops.push(op);
    store.opName[op] = name;
    store.opProperties[op] = attributes.idOf(reader.next());
    store.opAttributes[op] = attributes.idOf(reader.next());
    store.opSignature[op] = types.idOf(reader.next());
    store.opLocation[op] = this.#location(reader.next());
    const count = reader.next();
    // A reused operation already has its results, because the number of results of an operation never changes.
    if (count > 0 && store.opResultCount[op] === 0) {
      store.opFirstResult[op] = store.valueCount;
      store.opResultCount[op] = count;
      for (let i = 0; i < count; i++) store.newValue(0, op);
    }
    const first = store.opFirstResult[op]!;
    for (let i = 0; i < count; i++) {
      store.valueType[first + i] = types.idOf(reader.next());
      this.#values.push(first + i);
    }
    const regions = this.#regionsOf(op, reader.next());
    if (regions.length > 0) this.#work.push({ op, regions });
    return op;
  }

  #regionsOf(op: number, count: number): readonly number[] {
    const store = this.#store;
    const regions = this.#old?.takeRegions(op, count) ?? [];
    if (regions.length === count) return regions;
    return Array.from({ length: count }, () => {
      const region = store.newRegion(op);
      appendRegion(store, op, region);
      return region;
    });
  }

  #readBlock(region: number): void {
    const reader = this.#reader;
    const store = this.#store;
    const { types } = this.#vocabulary;
    const origin = reader.next();
    const block = this.#old?.takeBlock(origin) ?? store.newBlock();
    insertBlock(store, block, region, 0);
    this.#blocks.push(block);
    const hasItsArguments = reader.next() === 1;
    const count = reader.next();
    if (!hasItsArguments) {
      this.#old?.dropArguments(block);
      store.blockFirstArgument[block] = count === 0 ? 0 : store.valueCount;
      store.blockArgumentCount[block] = count;
      for (let i = 0; i < count; i++) store.newValue(0, -block);
    }
    const first = store.blockFirstArgument[block]!;
    for (let i = 0; i < count; i++) {
      store.valueType[first + i] = types.idOf(reader.next());
      store.valueLocation[first + i] = this.#location(reader.next());
      this.#values.push(first + i);
    }
    while (reader.next() === 1) insertOp(store, this.#readOp(), block, 0);
  }

  #readUses(): void {
    const reader = this.#reader;
    const store = this.#store;
    const operands: number[] = [];
    const successors: number[] = [];
    for (const op of this.#ops) {
      const count = reader.next();
      const room = this.#old?.operandRoom(op) ?? 0;
      const first = count > room ? store.newOperands(op, count) : store.opFirstOperand[op]!;
      store.opOperandCount[op] = count;
      for (let i = 0; i < count; i++) {
        linkOperand(store, first + i, this.#values[reader.next()]!);
        operands.push(first + i);
      }
      const successorCount = reader.next();
      const successorRoom = this.#old?.successorRoom(op) ?? 0;
      const firstSuccessor =
        successorCount > successorRoom ? store.newSuccessors(op, successorCount) : store.opFirstSuccessor[op]!;
      store.opSuccessorCount[op] = successorCount;
      for (let i = 0; i < successorCount; i++) {
        linkSuccessor(store, firstSuccessor + i, this.#blocks[reader.next()]!);
        successors.push(firstSuccessor + i);
      }
    }
    this.#readOrders(this.#values, operands, store.valueFirstUse, (use, value) => linkOperand(store, use, value));
    this.#readOrders(this.#blocks, successors, store.blockFirstUse, (use, block) => linkSuccessor(store, use, block));
  }

  #readOrders(
    used: readonly number[],
    places: readonly number[],
    firstUse: Int32Array,
    link: (use: number, of: number) => void,
  ): void {
    const reader = this.#reader;
    for (let number = reader.next(); number !== 0; number = reader.next()) {
      const of = used[number]!;
      const uses = Array.from({ length: reader.next() }, () => places[reader.next()]!);
      firstUse[of] = 0;
      for (const use of uses.reverse()) link(use, of);
    }
  }
}
