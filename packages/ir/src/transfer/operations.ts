import type { ArrivedOperations, PackedOperations, Returned, SentOperations } from "@passwright/core";
import { Operation } from "../handles.ts";
import { appendRegion, insertBlock, insertOp, removeOp } from "../store/edit.ts";
import { regionsOf } from "../store/groups.ts";
import { Store } from "../store/store.ts";
import type { IrContext } from "../store/store.ts";
import { operationsIn } from "../store/walk-ids.ts";
import { isSymbolId } from "../symbol-table.ts";
import { Source } from "../text/source.ts";
import { contentsOf, packContents, stateOf, unpackContents, Words } from "./contents.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Encoded operations for a worker. The data ends with the surroundings of the operations. */
interface PackedJob extends PackedOperations {
  readonly texts: {
    readonly added: readonly string[];
    /** Line and column of each position. */
    readonly places: ArrayLike<number>;
    /** File to which the positions refer. */
    readonly file: string;
    readonly allowsUnregistered: boolean;
    /** Number of operations. */
    readonly count: number;
  };
}

interface PackedResults extends PackedOperations {
  readonly texts: { readonly added: readonly string[] };
  /** Index in `words` at which each operation starts, or -1 if the operation cannot be returned. */
  readonly starts: readonly number[];
}

function readerOf(words: ArrayLike<number>, start = 0): () => number {
  let at = start;
  return () => words[at++]!;
}

/** Encodes sibling operations and their surroundings. Omits operations that are not isolated from above. */
export function sendOperations(all: readonly Operation[]): SentOperations<Operation> {
  const [first] = all;
  if (first === undefined)
    return { packed: { words: [], texts: {} }, ops: [], receive: () => ({ has: () => false, apply() {} }) };
  const { store } = first;
  const positions: number[] = [];
  const vocabulary = new Vocabulary(store, positions);
  const words = new Words();
  const ops = all.filter(
    ({ liveId, operationName }) =>
      operationName.isIsolatedFromAbove && packContents(store, contentsOf(store, liveId), vocabulary, words),
  );
  const around = surroundingsOf(store, store.parentOp(first.id), new Set(ops.map(({ id }) => id)));
  packContents(around.store, contentsOf(around.store, around.top), vocabulary, words);
  const places = new Int32Array(2 * positions.length);
  positions.forEach((position, index) => {
    const { line, column } = store.source!.lineAndColumn(position >>> 2);
    places.set([line, column], 2 * index);
  });
  const packed: PackedJob = {
    words: words.toArray(),
    texts: {
      added: vocabulary.added,
      places,
      file: store.source?.file ?? "-",
      allowsUnregistered: store.allowsUnregistered,
      count: ops.length,
    },
  };
  return { packed, ops, receive: (results) => receive(store, ops, vocabulary, results as PackedResults) };
}

function receive(
  store: Store,
  ops: readonly Operation[],
  vocabulary: Vocabulary,
  { words, texts, starts }: PackedResults,
): Returned<Operation> {
  vocabulary.learn(texts.added);
  const startOf = new Map(ops.map((op, index) => [op, starts[index] ?? -1]));
  // The worker has its own counter of distinct attributes, so its new attributes could have numbers that this context
  // already uses.
  const isUsable = !texts.added.some((text) => text.includes("distinct["));
  return {
    has: (op) => isUsable && (startOf.get(op) ?? -1) >= 0,
    apply: (op) =>
      void unpackContents(store, readerOf(words, startOf.get(op)), vocabulary, contentsOf(store, op.liveId)),
  };
}

/** Copies enclosing operations, and visible symbols as declarations. Sent operations get no name in the copy. */
function surroundingsOf(from: Store, parent: number, sent: ReadonlySet<number>): { store: Store; top: number } {
  const store = new Store(from.context);
  const declare = (op: number): number => {
    const copy = store.newOp(from.opName[op]!);
    store.opProperties[copy] = from.opProperties[op]!;
    store.opAttributes[copy] = from.opAttributes[op]!;
    regionsOf(from, op).forEach(() => appendRegion(store, copy, store.newRegion(copy)));
    return copy;
  };
  let top = 0;
  for (let op = parent, inside = 0; op !== 0; inside = op, op = from.parentOp(op)) {
    const block = store.newBlock();
    for (const inner of operationsIn(from, op)) {
      if (inner === inside) insertOp(store, top, block, 0);
      else if (sent.has(inner)) insertOp(store, store.newOp(0), block, 0);
      else if (isSymbolId(from, inner)) insertOp(store, declare(inner), block, 0);
    }
    top = declare(op);
    insertBlock(store, block, store.opFirstRegion[top]!, 0);
  }
  return { store, top };
}

export function arriveOperations(context: IrContext, packed: PackedOperations): ArrivedOperations<Operation> {
  const { words, texts } = packed as PackedJob;
  const store = new Store(context);
  store.allowsUnregistered = texts.allowsUnregistered;
  const vocabulary = new Vocabulary(store);
  vocabulary.learn(texts.added);
  store.source = Source.ofPlaces(texts.places, texts.file);
  const next = readerOf(words);
  const arrived = Array.from({ length: texts.count }, () => {
    const contents = unpackContents(store, next, vocabulary);
    return {
      contents,
      argumentCounts: new Map(contents.block.map((block) => [block, store.blockArgumentCount[block]])),
    };
  });
  const around = unpackContents(store, next, vocabulary);
  const placeholders = around.op.filter((op) => store.opName[op] === 0);
  arrived.forEach(({ contents }, index) => {
    insertOp(store, contents.op[0]!, store.opBlock[placeholders[index]!]!, placeholders[index]!);
    removeOp(store, placeholders[index]!);
  });
  // Adds an unused value, so that a new argument does not get the id directly after a received argument.
  store.newValue(0, 0);
  const ops = arrived.map(({ contents }) => Operation.of(store, contents.op[0]!));
  const parent = store.parentOp(ops[0]?.id ?? 0);
  const state = (): string => `${stateOf(store, around.op)} ${String(operationsIn(store, parent))}`;
  const before = state();
  const out = new Words();
  const starts = ops.map(() => -1);
  return {
    ops,
    isIntact: () => state() === before,
    pack(index) {
      const { contents, argumentCounts } = arrived[index]!;
      const start = out.length;
      const isPacked = packContents(store, contentsOf(store, contents.op[0]!), vocabulary, out, (kind, id) => {
        const block = kind === "value" ? -store.valueOwner[id]! : 0;
        if (block > 0 && store.blockArgumentCount[block] !== argumentCounts.get(block)) return 0;
        // Received entities have consecutive ids.
        const at = id - contents[kind][0]!;
        return at >= 0 && at < contents[kind].length ? at + 1 : 0;
      });
      if (isPacked) starts[index] = start;
      return isPacked;
    },
    finish: (): PackedResults => ({ words: out.toArray(), texts: { added: vocabulary.added }, starts }),
  };
}
