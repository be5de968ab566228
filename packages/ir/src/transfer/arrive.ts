import type { ArrivedOperations, PackedOperations } from "@passwright/core";
import { Operation } from "../handles.ts";
import { insertOp } from "../store/edit.ts";
import { LOCATION_ATTRIBUTE, Store } from "../store/store.ts";
import type { IrContext } from "../store/store.ts";
import { Source } from "../text/source.ts";
import { buildContents } from "./build-contents.ts";
import { locationsAsTheyCame, packContents } from "./pack-contents.ts";
import type { Origins } from "./pack-contents.ts";
import type { PackedAnswer, PackedJob } from "./vocabulary.ts";
import { buildSurroundings, describeSurroundings } from "./surroundings.ts";
import { Vocabulary } from "./vocabulary.ts";
import { WordReader, Words } from "./words.ts";

/** Builds received operations in a new module. */
export function arriveOperations(context: IrContext, packed: PackedOperations): ArrivedOperations<Operation> {
  const { words, texts, places, allowsUnregistered } = packed as PackedJob;
  const store = new Store(context);
  store.allowsUnregistered = allowsUnregistered;
  store.source = Source.ofPlaces(places, texts.file);
  const vocabulary = new Vocabulary(context);
  vocabulary.learn(texts);
  const reader = new WordReader(words);
  const { block, placeOf } = buildSurroundings(store, reader, vocabulary);
  const location = (word: number): number =>
    (word & 3) === LOCATION_ATTRIBUTE ? (vocabulary.attributes.idOf(word >>> 2) << 2) | LOCATION_ATTRIBUTE : word;
  const arrived = placeOf.map((before) => {
    const origins = new Arrived(store);
    const op = buildContents(store, reader, { vocabulary, location });
    origins.close();
    insertOp(store, op, block, before);
    return { op, origins };
  });
  const sent = new Set(arrived.map(({ op }) => op));
  const before = describeSurroundings(store, block, sent);
  const ops = arrived.map(({ op }) => Operation.of(store, op));
  const out = new Words();
  const locate = locationsAsTheyCame(vocabulary);
  const starts = arrived.map(() => -1);
  return {
    ops,
    isIntact: () => isSame(before, describeSurroundings(store, block, sent)),
    pack(index) {
      const { op, origins } = arrived[index]!;
      const start = out.length;
      if (!packContents(store, op, out, { vocabulary, location: locate, origins })) return false;
      starts[index] = start;
      return true;
    },
    finish(): PackedAnswer {
      const fused = store.fusedLocations.map((parts) => parts.map(locate));
      return { words: out.toArray(), texts: vocabulary.takeAdded(), starts, fused };
    },
  };
}

/**
 * Maps the ids of received entities to their numbers in the received data. The ids are consecutive and never reused.
 */
class Arrived implements Origins {
  readonly #store: Store;
  readonly #firstOp: number;
  readonly #firstBlock: number;
  #endOfOps = 0;
  #endOfBlocks = 0;
  /** For each block, the id of its first argument, and the number of its arguments. */
  #arguments: Int32Array = new Int32Array(0);

  constructor(store: Store) {
    this.#store = store;
    this.#firstOp = store.opCount;
    this.#firstBlock = store.blockCount;
  }

  close(): void {
    const store = this.#store;
    this.#endOfOps = store.opCount;
    this.#endOfBlocks = store.blockCount;
    this.#arguments = new Int32Array(2 * (this.#endOfBlocks - this.#firstBlock));
    for (let block = this.#firstBlock; block < this.#endOfBlocks; block++) {
      this.#arguments[2 * (block - this.#firstBlock)] = store.blockFirstArgument[block]!;
      this.#arguments[2 * (block - this.#firstBlock) + 1] = store.blockArgumentCount[block]!;
    }
  }

  opOrigin(op: number): number {
    return op >= this.#firstOp && op < this.#endOfOps ? op - this.#firstOp + 1 : 0;
  }

  blockOrigin(block: number): number {
    return block >= this.#firstBlock && block < this.#endOfBlocks ? block - this.#firstBlock + 1 : 0;
  }

  hasItsArguments(block: number): boolean {
    const origin = this.blockOrigin(block);
    if (origin === 0) return false;
    const at = 2 * (origin - 1);
    const { blockFirstArgument, blockArgumentCount } = this.#store;
    return this.#arguments[at] === blockFirstArgument[block] && this.#arguments[at + 1] === blockArgumentCount[block];
  }
}

function isSame(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
