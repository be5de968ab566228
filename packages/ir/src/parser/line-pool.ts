import { grown } from "../store/grown.ts";
import type { Store } from "../store/store.ts";

/** Line of text, with the operation that was parsed from it. */
export interface Line {
  readonly store: Store;
  readonly op: number;
  /**
   * Start and end offsets of the pieces of the line: the texts before, between and after value names. The last piece
   * includes the end of the line.
   */
  readonly pieces: readonly number[];
  /** For each operand, the index of its name among the names in the line. */
  readonly places: readonly number[];
  readonly hash: number;
  /** Code of the token after the line. */
  readonly follower: number;
  /** The dialect of unqualified names, or {@link ANY_DIALECT}. */
  readonly dialect: string;
}

/** Value of `dialect` for lines whose operation name includes its dialect. */
export const ANY_DIALECT = "";

const BUCKETS = 1 << 12;

/**
 * Columns with the data of each line. `resultType` is 0 without a result. `next` is the next line in the same hash
 * bucket.
 */
const LINE_COLUMNS = [
  "start",
  "name",
  "properties",
  "attributes",
  "signature",
  "firstOperand",
  "operandCount",
  "resultType",
  "follower",
  "hash",
  "next",
] as const;
/**
 * Columns with data of operands. `operandType` contains the expected type of each name, in source order. `place`
 * contains the index of the name of each operand.
 */
const OPERAND_COLUMNS = ["operandType", "place"] as const;

type Column = (typeof LINE_COLUMNS)[number] | (typeof OPERAND_COLUMNS)[number];

/** Cached lines, stored in columns. Lines are numbered from 1. */
export class LinePool implements Record<Column, Int32Array> {
  count = 0;
  /**
   * Texts of the lines. The text of a line starts at the index in the column `start`. For each piece, the array
   * contains the length in bytes, followed by the bytes, four per word and padded with 0.
   */
  words: Int32Array = new Int32Array(1 << 12);
  #wordsEnd = 0;
  #operandEnd = 0;
  operandType!: Int32Array;
  place!: Int32Array;
  start!: Int32Array;
  name!: Int32Array;
  properties!: Int32Array;
  attributes!: Int32Array;
  signature!: Int32Array;
  firstOperand!: Int32Array;
  operandCount!: Int32Array;
  resultType!: Int32Array;
  follower!: Int32Array;
  hash!: Int32Array;
  next!: Int32Array;
  readonly dialect: string[] = [""];
  readonly #view: DataView;
  readonly #buckets = new Int32Array(BUCKETS);

  /** Creates an empty pool. `view` is the text that contains the lines. */
  constructor(view: DataView) {
    this.#view = view;
    for (const column of [...LINE_COLUMNS, ...OPERAND_COLUMNS]) this[column] = new Int32Array(256);
  }

  /** Returns the first line in the bucket of a hash, or 0 if none exists. */
  first(hash: number): number {
    return this.#buckets[hash & (BUCKETS - 1)]!;
  }

  /** Adds a line. Returns the number of the line. */
  add({ store, op, pieces, places, hash, follower, dialect }: Line): number {
    const line = ++this.count;
    if (line >= this.start.length) this.#double(LINE_COLUMNS);
    const operands = this.#operandEnd;
    this.#operandEnd += places.length;
    while (this.#operandEnd > this.place.length) this.#double(OPERAND_COLUMNS);
    const first = store.opFirstOperand[op]!;
    this.start[line] = this.#wordsEnd;
    for (let i = 0; i < pieces.length; i += 2) this.#keep(pieces[i]!, pieces[i + 1]!);
    this.name[line] = store.opName[op]!;
    this.properties[line] = store.opProperties[op]!;
    this.attributes[line] = store.opAttributes[op]!;
    this.signature[line] = store.signatureOf(op);
    this.firstOperand[line] = operands;
    this.operandCount[line] = places.length;
    places.forEach((place, i) => {
      this.place[operands + i] = place;
      this.operandType[operands + place] = store.valueType[store.operandValue[first + i]!]!;
    });
    this.resultType[line] = store.opResultCount[op] === 0 ? 0 : store.valueType[store.opFirstResult[op]!]!;
    this.follower[line] = follower;
    this.hash[line] = hash;
    this.dialect.push(dialect);
    this.next[line] = this.first(hash);
    this.#buckets[hash & (BUCKETS - 1)] = line;
    return line;
  }

  #keep(from: number, to: number): void {
    const view = this.#view;
    while (this.#wordsEnd + ((to - from) >> 2) + 2 > this.words.length) this.words = grown(this.words);
    this.words[this.#wordsEnd++] = to - from;
    for (let at = from; at < to; at += 4) this.words[this.#wordsEnd++] = view.getInt32(at, true) & firstBytes(to - at);
  }

  #double(columns: readonly Column[]): void {
    for (const column of columns) this[column] = grown(this[column]);
  }
}

/** Returns the mask that selects the first `count` of four bytes. */
export function firstBytes(count: number): number {
  return count >= 4 ? -1 : (1 << (count * 8)) - 1;
}
