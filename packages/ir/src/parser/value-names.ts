import { grown } from "../store/grown.ts";
import { byteClass, CLASS_WORD } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { SpellingTable } from "./spelling-table.ts";

/** Longer numbers are treated as other names, because the table for numbered names is an array. */
const MOST_DIGITS = 7;

/** Numbers of the tables for names such as `%12`, for names such as `%arg3`, and for other names, which are hashed. */
const NUMBERED = 0;
const ARGUMENT = 1;
const NAMED = 2;

/**
 * Maps SSA names to values, in nested scopes of regions. A key contains a table number and an index. Leaving a scope
 * only removes names, because a name must not hide a name of an outer scope.
 */
export class ValueNames {
  readonly #reader: Reader;
  readonly #bytes: Uint8Array;
  readonly #spellings: SpellingTable;
  readonly #tables: [Int32Array, Int32Array, Int32Array];
  /** Keys in order of definition. The keys that are visible in a scope are a prefix of the list. */
  #defined = new Int32Array(1024);
  #definedCount = 0;
  /** Offset of the last name that {@link readWithSign} read. */
  start = 0;
  /** Offset after the last name that {@link keyAt} read. */
  behind = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#bytes = reader.bytes;
    this.#spellings = new SpellingTable(this.#bytes);
    this.#tables = [
      new Int32Array((reader.end >> 6) + 1024),
      new Int32Array((reader.end >> 8) + 256),
      new Int32Array(256),
    ];
  }

  /** Parses `'%' name`. Returns the key of the name. `message` is the error if no name is next. */
  readWithSign(message = "expected SSA operand"): number {
    const reader = this.#reader;
    if (reader.next() !== 37) reader.failExpected(message);
    this.start = reader.at++;
    const key = this.read();
    return key < 0 ? reader.failToken("invalid SSA name", this.start) : key;
  }

  /** Parses a name after `%`. Returns the key of the name, or -1 if the text does not contain a name here. */
  read(): number {
    const key = this.keyAt(this.#reader.at);
    this.#reader.at = this.behind;
    return key;
  }

  /** Returns the key of the name at an offset, after its `%`, or -1 if none exists. Does not move the reader. */
  keyAt(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    let table = NUMBERED;
    let c = bytes[at]!;
    if (c === 97 && bytes[at + 1] === 114 && bytes[at + 2] === 103) {
      table = ARGUMENT;
      c = bytes[(at += 3)]!;
    }
    const digits = at;
    let number = 0;
    while (c >= 48 && c <= 57) {
      number = number * 10 + c - 48;
      c = bytes[++at]!;
    }
    if (table === NUMBERED || byteClass[c] !== CLASS_WORD) {
      this.behind = at;
      if (at > digits && at <= digits + MOST_DIGITS && (bytes[digits] !== 48 || at === digits + 1))
        return number * 4 + table;
    }
    // A number with a leading zero, too many digits or a suffix is an ordinary name.
    if (table === ARGUMENT || at === digits) while (byteClass[c] === CLASS_WORD) c = bytes[++at]!;
    this.behind = at;
    return at === start ? -1 : this.#spellings.numberOf(start, at) * 4 + NAMED;
  }

  /** Returns the first value of a name, or 0 if the name is not defined in this scope. */
  get(key: number): number {
    const table = this.#tables[key & 3]!;
    const index = key >> 2;
    return index < table.length ? table[index]! : 0;
  }

  define(key: number, value: number): void {
    const index = key >> 2;
    let table = this.#tables[key & 3]!;
    if (index >= table.length) this.#tables[key & 3] = table = grown(table, index + 1);
    table[index] = value;
    if (this.#definedCount === this.#defined.length) this.#defined = grown(this.#defined);
    this.#defined[this.#definedCount++] = key;
  }

  openScope(): number {
    return this.#definedCount;
  }

  closeScope(mark: number): void {
    for (let i = mark; i < this.#definedCount; i++) {
      const key = this.#defined[i]!;
      this.#tables[key & 3]![key >> 2] = 0;
    }
    this.#definedCount = mark;
  }
}
