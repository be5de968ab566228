import { COLUMNS } from "../store/columns.ts";
import type { Entity } from "../store/columns.ts";
import { grown } from "../store/grown.ts";
import { regionsOf } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import type { Vocabulary, WordKind } from "./vocabulary.ts";

/** Ids of the entities in an operation, by kind. The first operation is the operation itself. */
export type Contents = Readonly<Record<Entity, number[]>>;

type Reference = Entity | WordKind | "owner" | "number" | "cache";
type Column = { readonly kind: Entity; readonly of: Reference; readonly values: (store: Store) => Int32Array };

const KINDS = Object.keys(COLUMNS) as Entity[];
const ALL_COLUMNS: readonly Column[] = KINDS.flatMap((kind) =>
  Object.entries(COLUMNS[kind]).map(([name, of]) => ({ kind, of, values: (store) => store[name as "opName"] })),
);

function byKind<T>(make: (kind: Entity) => T): Record<Entity, T> {
  return Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Entity, T>;
}

/** A growing list of numbers. */
export class Words {
  #words = new Int32Array(1024);
  length = 0;

  push(word: number): void {
    if (this.length === this.#words.length) this.#words = grown(this.#words);
    this.#words[this.length++] = word;
  }

  toArray(): Int32Array {
    return this.#words.slice(0, this.length);
  }
}

/** Returns the ids of an operation and its contents. */
export function contentsOf(store: Store, top: number): Contents {
  const found: Contents = { ...byKind(() => []), op: [top] };
  const add = (ids: number[], first: number, count: number): void => {
    for (let id = first; id < first + count; id++) ids.push(id);
  };
  // The loop also visits operations that it adds.
  for (const op of found.op) {
    add(found.operand, store.opFirstOperand[op]!, store.opOperandCount[op]!);
    add(found.successor, store.opFirstSuccessor[op]!, store.opSuccessorCount[op]!);
    add(found.value, store.opFirstResult[op]!, store.opResultCount[op]!);
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      found.region.push(region);
      for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
        found.block.push(block);
        add(found.value, store.blockFirstArgument[block]!, store.blockArgumentCount[block]!);
        for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) found.op.push(inner);
      }
    }
  }
  return found;
}

/** Returns the columns of operations and their regions as text, to detect changes outside of nested operations. */
export function stateOf(store: Store, ops: readonly number[]): string {
  const regions = ops.flatMap((op) => regionsOf(store, op));
  const ids = (kind: Entity): readonly number[] => (kind === "op" ? ops : kind === "region" ? regions : []);
  const columns = ALL_COLUMNS.filter(({ of }) => of !== "cache");
  return columns.map(({ kind, values }) => ids(kind).map((id) => values(store)[id])).join(";");
}

type Convert = (id: number) => number;

function converterOf(
  of: Reference,
  entities: Readonly<Record<Entity, Convert>>,
  word: (kind: WordKind) => Convert,
): Convert {
  if (of === "number") return (value) => value;
  if (of === "owner") return (value) => (value < 0 ? -entities.block(-value) : entities.op(value));
  return of in COLUMNS ? entities[of as Entity] : word(of as WordKind);
}

/** Returns a function that maps ids to their numbers in a list, from 1. Other ids are mapped to 0. */
function numbering(ids: readonly number[], kind: Entity, { places }: Vocabulary): Convert {
  const largest = ids.reduce((most, id) => Math.max(most, id), 0);
  const memory = places[kind] ?? new Int32Array(1024);
  const placeOf = (places[kind] = largest < memory.length ? memory : grown(memory, largest + 1));
  ids.forEach((id, index) => (placeOf[id] = index + 1));
  return (id) => (ids[placeOf[id]! - 1] === id ? placeOf[id]! : 0);
}

/**
 * Appends the columns of an operation and its contents to `out`, with the entities of each kind numbered from 1. Links
 * to other entities become 0. `origin` returns the number of an entity that was received, or 0 for a new entity.
 * Returns `false` if the operation has operands, results or successors, or if its contents use values or blocks that
 * are defined outside of it.
 */
export function packContents(
  store: Store,
  contents: Contents,
  vocabulary: Vocabulary,
  out: Words,
  origin: (kind: Entity, id: number) => number = () => 0,
): boolean {
  const entities = byKind((kind) => numbering(contents[kind], kind, vocabulary));
  const [top] = contents.op as [number];
  const links = store.opOperandCount[top]! + store.opResultCount[top]! + store.opSuccessorCount[top]!;
  const isClosed =
    contents.operand.every((operand) => entities.value(store.operandValue[operand]!) > 0) &&
    contents.successor.every((successor) => entities.block(store.successorBlock[successor]!) > 0);
  if (links > 0 || !isClosed) return false;
  for (const kind of KINDS) {
    out.push(contents[kind].length);
    for (const id of contents[kind]) out.push(origin(kind, id));
  }
  for (const { kind, of, values } of ALL_COLUMNS) {
    if (of === "cache") continue;
    const convert = converterOf(of, entities, (word) => (id) => vocabulary.numberOf(word, id));
    const column = values(store);
    for (const id of contents[kind]) out.push(convert(column[id]!));
  }
  return true;
}

const CREATE: Record<Entity, (store: Store, top: number) => number> = {
  op: (store) => store.newOp(0),
  operand: (store, top) => store.newOperands(top, 1),
  value: (store) => store.newValue(0, 0),
  block: (store) => store.newBlock(),
  region: (store) => store.newRegion(0),
  successor: (store, top) => store.newSuccessors(top, 1),
};

/** Columns that an operation keeps when its contents are replaced. */
const POSITION = ["opBlock", "opPrevious", "opNext", "opOrder"] as const;

/**
 * Builds an operation from the output of {@link packContents}. If `old` contains the contents that were sent, reuses the
 * ids and handles of the entities that still exist, and erases the others. Otherwise, the operation is detached.
 */
export function unpackContents(store: Store, next: () => number, vocabulary: Vocabulary, old?: Contents): Contents {
  const contents: Contents = byKind(() => []);
  for (const kind of KINDS) {
    for (let left = next(); left > 0; left--) {
      const origin = next();
      contents[kind].push(old?.[kind][origin - 1] ?? CREATE[kind](store, contents.op[0]!));
    }
  }
  const [top] = contents.op as [number];
  const position = POSITION.map((column) => store[column][top]!);
  const entities = byKind((kind) => (number: number) => (number === 0 ? 0 : contents[kind][number - 1]!));
  for (const { kind, of, values } of ALL_COLUMNS) {
    const convert = converterOf(of, entities, () => (number) => vocabulary.idOf(number));
    const column = values(store);
    for (const id of contents[kind]) column[id] = of === "cache" ? 0 : convert(next());
  }
  POSITION.forEach((column, index) => (store[column][top] = position[index]!));
  if (old !== undefined) eraseUnused(store, old, contents);
  return contents;
}

function eraseUnused(store: Store, old: Contents, contents: Contents): void {
  const forEachUnused = (kind: Entity, erase: (id: number) => void): void => {
    const used = new Set(contents[kind]);
    for (const id of old[kind]) if (!used.has(id)) erase(id);
  };
  forEachUnused("op", (op) => {
    store.opBlock[op] = -1;
    store.opHandles.sever(op);
  });
  forEachUnused("block", (block) => {
    store.blockRegion[block] = -1;
    store.blockHandles.sever(block);
  });
  forEachUnused("value", (value) => {
    store.valueOwner[value] = 0;
    store.valueHandles.sever(value);
  });
  forEachUnused("region", (region) => store.regionHandles.sever(region));
}
