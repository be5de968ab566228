import { insertOp, linkOperand } from "../store/edit.ts";
import { grown } from "../store/grown.ts";
import { LOCATION_POSITION } from "../store/store.ts";
import type { Store } from "../store/store.ts";
import type { Definitions } from "./definitions.ts";
import { followerAt, lineHash, nameHash, namesDialect, NO_FOLLOWER } from "./line-scan.ts";
import { byteClass, CLASS_SPACE } from "./reader.ts";
import type { Reader } from "./reader.ts";
import type { ValueNames } from "./value-names.ts";

/** Maximum number of operands in a cached line. */
const MOST_OPERANDS = 32;
/** After this many cached lines, caching continues only if more than {@link WORTH} times as many were reused. */
const TRIAL = 4096;
const WORTH = 2;

/** Value of `dialect` for lines whose operation name includes its dialect. */
const ANY_DIALECT = "";

/** Line of text, with the parts of the operation that was parsed from it. */
interface Line {
  /** Index of the text in the words of the cache. */
  readonly start: number;
  readonly name: number;
  readonly properties: number;
  readonly attributes: number;
  readonly signature: number;
  /** Expected type of each value name in the line, in source order. */
  readonly operandTypes: readonly number[];
  /** For each operand, the index of its name among the names in the line. */
  readonly places: readonly number[];
  /** Type of the result, or 0 without a result. */
  readonly resultType: number;
  /** Code of the token after the line. */
  readonly follower: number;
  /** The dialect of unqualified names, or {@link ANY_DIALECT}. */
  readonly dialect: string;
  /** Another line with the same hash. */
  readonly next: Line | undefined;
}

/**
 * Caches parsed lines without their value names: lines with the text `arith.addi %, % : i32` differ only in their
 * values. A line with the same bytes as a cached line is not parsed. Only operations without regions and successors,
 * each on a separate line, are cached. The end of an operation depends on the next token (`return` could continue with
 * an operand, or with `loc`), so the comparison includes this token.
 */
export class KnownLines {
  readonly #reader: Reader;
  readonly #store: Store;
  readonly #definitions: Definitions;
  readonly #names: ValueNames;
  readonly #lines = new Map<number, Line>();
  #count = 0;
  /** Texts of the lines. Each piece between value names is its length and its bytes, four per word, padded with 0. */
  #words = new Int32Array(1 << 12);
  #wordsEnd = 0;
  /** View of the text that reads four bytes at a time. */
  readonly #view: DataView;
  /** Maps a hash of the operation name to the line that was most recently cached or reused. */
  readonly #recent: (Line | undefined)[] = Array.from({ length: 256 }, () => undefined);
  /** Values that the names in the current line refer to. */
  readonly #values: Int32Array = new Int32Array(MOST_OPERANDS);
  #found = 0;
  #isPaying = true;

  constructor(reader: Reader, store: Store, definitions: Definitions) {
    this.#reader = reader;
    this.#store = store;
    this.#definitions = definitions;
    this.#names = definitions.names;
    const { buffer, byteOffset, byteLength } = reader.bytes;
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  /** Reads consecutive cached lines into a block, starting at the beginning of a line. */
  read(block: number, dialect: string): void {
    const reader = this.#reader;
    const { bytes } = reader;
    while (this.#isPaying) {
      const start = reader.at;
      let key = -1;
      let at = start;
      if (bytes[at] === 37) {
        key = this.#names.keyAt(at + 1);
        at = this.#names.behind;
        if (key < 0 || bytes[at] !== 32 || bytes[at + 1] !== 61 || bytes[at + 2] !== 32) return;
        at += 3;
      }
      const line = this.#find(at, dialect);
      if (line === undefined || (key >= 0 && line.resultType === 0)) return;
      // `#find` moved the reader to the position after the line.
      const behind = reader.at;
      this.#build(line, block, at, key, start);
      reader.at = behind;
      this.#found++;
    }
  }

  /** Finds the cached line at an offset and resolves its value names. Moves the reader only if the line is cached. */
  #find(at: number, dialect: string): Line | undefined {
    const { bytes } = this.#reader;
    const bucket = nameHash(bytes, at) & 255;
    const recent = this.#recent[bucket];
    if (recent === undefined || this.#matches(recent, at, dialect)) return recent;
    const hash = lineHash(bytes, at);
    if (hash === 0) return undefined;
    for (let line = this.#lines.get(hash); line !== undefined; line = line.next) {
      if (line === recent || !this.#matches(line, at, dialect)) continue;
      this.#recent[bucket] = line;
      return line;
    }
    return undefined;
  }

  #matches(line: Line, start: number, dialect: string): boolean {
    const { bytes } = this.#reader;
    const view = this.#view;
    const words = this.#words;
    const { operandTypes } = line;
    const { valueType } = this.#store;
    const names = this.#names;
    const values = this.#values;
    const count = operandTypes.length;
    let next = line.start;
    let at = start;
    for (let i = 0; ; i++) {
      let rest = words[next++]!;
      for (; rest >= 4; rest -= 4, at += 4) if (view.getInt32(at, true) !== words[next++]) return false;
      if (rest !== 0 && (view.getInt32(at, true) & firstBytes(rest)) !== words[next++]) return false;
      at += rest;
      if (i === count) break;
      if (bytes[at] !== 37) return false;
      const key = names.keyAt(at + 1);
      const value = key < 0 ? 0 : names.get(key);
      if (value === 0 || valueType[value] !== operandTypes[i]) return false;
      at = names.behind;
      if (bytes[at] === 35) return false;
      values[i] = value;
    }
    if (line.dialect !== ANY_DIALECT && line.dialect !== dialect) return false;
    while (byteClass[bytes[at]!] === CLASS_SPACE) at++;
    const { follower } = line;
    if (bytes[at] !== follower && followerAt(bytes, at) !== follower) return false;
    this.#reader.at = at;
    return true;
  }

  #build(line: Line, block: number, at: number, key: number, resultAt: number): void {
    const store = this.#store;
    const op = store.newOp(line.name);
    store.opLocation[op] = (at << 2) | LOCATION_POSITION;
    store.opProperties[op] = line.properties;
    store.opAttributes[op] = line.attributes;
    store.opSignature[op] = line.signature;
    const { places } = line;
    const count = places.length;
    if (count !== 0) {
      const values = this.#values;
      const first = store.newOperands(op, count);
      for (let i = 0; i < count; i++) linkOperand(store, first + i, values[places[i]!]!);
    }
    insertOp(store, op, block, 0);
    const type = line.resultType;
    if (type === 0) return;
    const value = store.newValue(type, op);
    store.opFirstResult[op] = value;
    store.opResultCount[op] = 1;
    if (key >= 0) this.#definitions.define(key, value, 1, resultAt);
  }

  /** Caches the line at `start`, if operation `op` was parsed from exactly this line. */
  learn(start: number, op: number, dialect: string): void {
    if (!this.#isPaying) return;
    const reader = this.#reader;
    const { bytes } = reader;
    const store = this.#store;
    if (store.opCount !== op + 1 || store.opFirstRegion[op] !== 0 || store.opSuccessorCount[op] !== 0) return;
    const at = store.opLocation[op]! >>> 2;
    if ((store.opLocation[op]! & 3) !== LOCATION_POSITION || at < start || store.opResultCount[op]! > 1) return;
    const hash = lineHash(bytes, at);
    if (hash === 0) return;
    let end = at;
    while (bytes[end] !== 10) end++;
    let rest = end;
    while (rest > at && byteClass[bytes[rest - 1]!] === CLASS_SPACE) rest--;
    if (reader.at < rest) return;
    let behind = end;
    while (byteClass[bytes[behind]!] === CLASS_SPACE) behind++;
    const follower = followerAt(bytes, behind);
    if (reader.at > behind || follower === NO_FOLLOWER) return;
    const split = this.#split(at, end, op);
    if (split === undefined) return;
    const line: Line = {
      start: this.#wordsEnd,
      name: store.opName[op]!,
      properties: store.opProperties[op]!,
      attributes: store.opAttributes[op]!,
      signature: store.signatureOf(op),
      operandTypes: split.values.map((value) => store.valueType[value]!),
      places: split.places,
      resultType: store.opResultCount[op] === 0 ? 0 : store.valueType[store.opFirstResult[op]!]!,
      follower,
      dialect: namesDialect(bytes, at) ? ANY_DIALECT : dialect,
      next: this.#lines.get(hash),
    };
    for (let i = 0; i < split.pieces.length; i += 2) this.#keep(split.pieces[i]!, split.pieces[i + 1]!);
    this.#lines.set(hash, line);
    this.#recent[nameHash(bytes, at) & 255] = line;
    if (++this.#count % TRIAL === 0) this.#isPaying = this.#found > this.#count * WORTH;
  }

  #keep(from: number, to: number): void {
    const view = this.#view;
    while (this.#wordsEnd + ((to - from) >> 2) + 2 > this.#words.length) this.#words = grown(this.#words);
    this.#words[this.#wordsEnd++] = to - from;
    for (let at = from; at < to; at += 4) this.#words[this.#wordsEnd++] = view.getInt32(at, true) & firstBytes(to - at);
  }

  /** Splits a line at its value names, unless the assignment of names to operands is ambiguous. */
  #split(start: number, end: number, op: number): Record<"pieces" | "values" | "places", number[]> | undefined {
    const { bytes } = this.#reader;
    const store = this.#store;
    const names = this.#names;
    const pieces: number[] = [start];
    const values: number[] = [];
    let isString = false;
    for (let at = start; at < end; at++) {
      const c = bytes[at]!;
      if (c === 34) isString = !isString;
      else if (isString && c === 92) at++;
      else if (!isString && c === 37) {
        const key = names.keyAt(at + 1);
        const value = key < 0 ? 0 : names.get(key);
        if (value === 0 || values.includes(value)) return undefined;
        values.push(value);
        pieces.push(at, names.behind);
        at = names.behind - 1;
      }
    }
    pieces.push(end + 1);
    const count = store.opOperandCount[op]!;
    if (count !== values.length || count > MOST_OPERANDS) return undefined;
    const first = store.opFirstOperand[op]!;
    const places: number[] = [];
    for (let i = 0; i < count; i++) places.push(values.indexOf(store.operandValue[first + i]!));
    if (places.includes(-1)) return undefined;
    return { pieces, values, places };
  }
}

/** Returns the mask that selects the first `count` of four bytes. */
function firstBytes(count: number): number {
  return count >= 4 ? -1 : (1 << (count * 8)) - 1;
}
