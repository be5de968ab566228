import type { PackedOperations, Returned, SentOperations } from "@passwright/core";
import type { Operation } from "../handles.ts";
import { LOCATION_ATTRIBUTE, LOCATION_FUSED, LOCATION_POSITION } from "../store/store.ts";
import type { Store } from "../store/store.ts";
import { buildContents } from "./build-contents.ts";
import { OldContents } from "./old-contents.ts";
import { locationsInto, ORIGINAL, packContents } from "./pack-contents.ts";
import type { PackedAnswer, PackedJob } from "./vocabulary.ts";
import { packSurroundings } from "./surroundings.ts";
import { Vocabulary } from "./vocabulary.ts";
import { WordReader, Words } from "./words.ts";

/** Encodes sibling operations and their surroundings. Omits operations that are not isolated from above. */
export function sendOperations(all: readonly Operation[]): SentOperations<Operation> {
  const [first] = all;
  if (first === undefined) return { packed: NOTHING, ops: [], receive: () => NOTHING_RETURNED };
  const { store } = first;
  const vocabulary = new Vocabulary(store.context);
  const words = new Words();
  const encoded: number[] = [];
  const location = locationsInto(store, vocabulary, encoded);
  const contents = new Words();
  const ops = all.filter(({ id, operationName }) => {
    const start = contents.length;
    const how = { vocabulary, location, origins: ORIGINAL };
    if (operationName.isIsolatedFromAbove && packContents(store, id, contents, how)) return true;
    contents.length = start;
    return false;
  });
  packSurroundings(store, store.parentOp(first.liveId), new Set(ops.map(({ id }) => id)), words, vocabulary);
  words.append(contents);
  const places = new Int32Array(2 * encoded.length);
  encoded.forEach((word, index) => {
    const { line, column } = store.source!.lineAndColumn(word >>> 2);
    places[2 * index] = line;
    places[2 * index + 1] = column;
  });
  const packed: PackedJob = {
    words: words.toArray(),
    texts: { ...vocabulary.takeAdded(), file: store.source?.file ?? "-" },
    places,
    allowsUnregistered: store.allowsUnregistered,
  };
  return { packed, ops, receive: (answer) => receive(answer as PackedAnswer, { store, ops, vocabulary, encoded }) };
}

const NOTHING: PackedOperations = { words: [], texts: {} };
const NOTHING_RETURNED: Returned<Operation> = { has: () => false, apply: () => undefined };

/** Data that the sender keeps to decode the result of a worker. */
interface Sent {
  readonly store: Store;
  readonly ops: readonly Operation[];
  readonly vocabulary: Vocabulary;
  /** Location numbers of the sent positions, by index in the list `places` of the job. */
  readonly encoded: readonly number[];
}

function receive(answer: PackedAnswer, { store, ops, vocabulary, encoded }: Sent): Returned<Operation> {
  vocabulary.learn(answer.texts);
  const fused: number[] = [];
  const location = (word: number): number => {
    const kind = word & 3;
    if (kind === LOCATION_ATTRIBUTE) return (vocabulary.attributes.idOf(word >>> 2) << 2) | LOCATION_ATTRIBUTE;
    if (kind === LOCATION_POSITION) return encoded[word >>> 2]!;
    return fused[word >>> 2] ?? 0;
  };
  // Each fused location follows the locations that it contains, which are therefore already decoded.
  answer.fused.forEach((parts, index) => {
    fused.push(index === 0 ? 0 : (store.fusedLocations.length << 2) | LOCATION_FUSED);
    if (index > 0) store.fusedLocations.push(parts.map(location));
  });
  const starts = new Map(ops.map((op, index) => [op, answer.starts[index] ?? -1]));
  // The worker has its own counter of distinct attributes, so its new attributes could have numbers that this context
  // already uses.
  const isUsable = !answer.texts.attributes.some((text) => text.includes("distinct["));
  return {
    has: (op) => isUsable && (starts.get(op) ?? -1) >= 0,
    apply(op) {
      const start = starts.get(op)!;
      const old = new OldContents(store, op.liveId);
      buildContents(store, new WordReader(answer.words, start), { vocabulary, location, old });
      old.finish();
    },
  };
}
