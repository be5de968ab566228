import { appendRegion, insertBlock, insertOp } from "../store/edit.ts";
import { regionsOf } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { operationsIn } from "../store/walk-ids.ts";
import { isSymbolId } from "../symbol-table-collection.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { WordReader, Words } from "./words.ts";

/** Number that represents the next sent operation in the encoded surroundings. */
const SENT = 1;
const DECLARATION = 2;
const END = 0;

/**
 * Encodes the surroundings of sent operations: each enclosing operation with its attributes, and the symbols that are
 * visible from inside, as declarations without bodies. Other operations are omitted.
 */
export function packSurroundings(
  store: Store,
  parent: number,
  sent: ReadonlySet<number>,
  out: Words,
  vocabulary: Vocabulary,
): void {
  const ancestors: number[] = [];
  for (let op = parent; op !== 0; op = store.parentOp(op)) ancestors.push(op);
  out.push(ancestors.length);
  ancestors.reverse().forEach((ancestor, depth) => {
    writeHead(store, ancestor, out, vocabulary);
    const inside = ancestors[depth + 1] ?? 0;
    for (const op of operationsIn(store, ancestor)) {
      if (op === inside || sent.has(op)) out.push(SENT);
      else if (isSymbolId(store, op)) {
        out.push(DECLARATION);
        writeHead(store, op, out, vocabulary);
        out.push(regionsOf(store, op).length);
      }
    }
    out.push(END);
  });
}

function writeHead(store: Store, op: number, out: Words, vocabulary: Vocabulary): void {
  out.push(vocabulary.names.numberOf(store.opName[op]!));
  out.push(vocabulary.attributes.numberOf(store.opProperties[op]!));
  out.push(vocabulary.attributes.numberOf(store.opAttributes[op]!));
}

/** The surroundings of received operations. */
export interface Surroundings {
  /** Block into which the operations are inserted. */
  readonly block: number;
  /** For each received operation, the operation before which it is inserted, or 0 for the end of the block. */
  readonly placeOf: readonly number[];
}

/**
 * Rebuilds the surroundings from the output of {@link packSurroundings}. For each ancestor, puts all operations that
 * the ancestor contains into one block.
 */
export function buildSurroundings(store: Store, reader: WordReader, vocabulary: Vocabulary): Surroundings {
  const depth = reader.next();
  let block = 0;
  let before = 0;
  let placeOf: number[] = [];
  for (let i = 0; i < depth; i++) {
    const ancestor = readHead(store, reader, vocabulary);
    if (block !== 0) insertOp(store, ancestor, block, before);
    block = store.newBlock();
    const region = store.newRegion(ancestor);
    appendRegion(store, ancestor, region);
    insertBlock(store, block, region, 0);
    placeOf = [];
    let waiting = 0;
    for (let kind = reader.next(); kind !== END; kind = reader.next()) {
      if (kind === SENT) {
        placeOf.push(0);
        waiting++;
        continue;
      }
      const op = readHead(store, reader, vocabulary);
      for (let regions = reader.next(); regions > 0; regions--) appendRegion(store, op, store.newRegion(op));
      insertOp(store, op, block, 0);
      for (; waiting > 0; waiting--) placeOf[placeOf.length - waiting] = op;
    }
    before = placeOf[0] ?? 0;
  }
  return { block, placeOf };
}

function readHead(store: Store, reader: WordReader, vocabulary: Vocabulary): number {
  const op = store.newOp(vocabulary.names.idOf(reader.next()));
  store.opProperties[op] = vocabulary.attributes.idOf(reader.next());
  store.opAttributes[op] = vocabulary.attributes.idOf(reader.next());
  return op;
}

/**
 * Returns numbers that describe everything that a pass could change in the surroundings. To detect changes, compare the
 * numbers from before and after a pass.
 */
export function describeSurroundings(store: Store, block: number, sent: ReadonlySet<number>): readonly number[] {
  const found: number[] = [];
  const describe = (op: number): void => {
    found.push(op, store.opName[op]!, store.opProperties[op]!, store.opAttributes[op]!, store.opFirstRegion[op]!);
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      found.push(region, store.regionFirstBlock[region]!, store.regionLastBlock[region]!);
    }
  };
  const top = store.regionOwner[store.blockRegion[block]!]!;
  for (let op = top; op !== 0; op = store.parentOp(op)) {
    describe(op);
    for (const inner of operationsIn(store, op)) {
      if (sent.has(inner)) found.push(inner);
      else describe(inner);
    }
  }
  return found;
}
