import { grown } from "../store/grown.ts";
import type { Store } from "../store/store.ts";

/** A line that was read, and the operation that came of it. */
export interface Line {
  readonly store: Store;
  readonly op: number;
  /** Where the bytes before, between and behind the names of values begin and end, in turn; its end is a part of the last. */
  readonly pieces: readonly number[];
  /** By operand: the how many-th of the values in the text it is. */
  readonly places: readonly number[];
  readonly hash: number;
  /** What was behind it. */
  readonly follower: number;
  /** The dialect that names without one belong to, or {@link ANY_DIALECT}. */
  readonly dialect: string;
}

/** Where the operation's name says its dialect. */
export const ANY_DIALECT = "";

const BUCKETS = 1 << 12;

/** What is known of each line; of one without a result, `resultType` is 0. `next`: the next one whose hash ends the same. */
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
/** The expected types of the values, in the order of the text; and by operand, which of the values it is. */
const OPERAND_COLUMNS = ["operandType", "place"] as const;

type Column = (typeof LINE_COLUMNS)[number] | (typeof OPERAND_COLUMNS)[number];

/** What is known of lines, by number from 1, in columns. */
export class LinePool implements Record<Column, Int32Array> {
  count = 0;
  /** Of each line, from its `start` on: every piece as its number of bytes, and then four bytes in each; what is behind the last is 0. */
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

  /** `view`: the text that lines are of. */
  constructor(view: DataView) {
    this.#view = view;
    for (const column of [...LINE_COLUMNS, ...OPERAND_COLUMNS]) this[column] = new Int32Array(256);
  }

  /** The first of the lines whose hash ends like this one; 0 for none. */
  first(hash: number): number {
    return this.#buckets[hash & (BUCKETS - 1)]!;
  }

  /** Answers the number of the line. */
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

/** What is left of four bytes if only so many of them count. */
export function firstBytes(count: number): number {
  return count >= 4 ? -1 : (1 << (count * 8)) - 1;
}
