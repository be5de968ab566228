import { type Store } from "../store/store.ts";
import { byteClass, CLASS_WORD, type Reader } from "./reader.ts";
import { SpellingTable } from "./spelling-table.ts";

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
/** Larger numbers (`%4000000000`) are treated as names: the tables are indexed by number. */
const LARGEST_NUMBER = 1 << 24;

/** `%12`, `%arg3` and everything else each have a table, so that a usual name costs no hashing. */
const NUMBERED = 0;
const ARGUMENT = 1;
const NAMED = 2;

/**
 * The SSA names of a text: which value each stands for, in the scopes that regions open. The name itself becomes a key,
 * an integer that says table and index.
 *
 * No scope hides a name of one around it (MLIR calls that a redefinition), so leaving a scope only has to forget.
 */
export class ValueNames {
  readonly #reader: Reader;
  readonly #bytes: Uint8Array;
  readonly #spellings: SpellingTable;
  #names = 0;
  readonly #tables: [Int32Array, Int32Array, Int32Array];
  /** The keys in order of definition; a scope is a length of it. */
  #defined = new Int32Array(1024);
  #definedCount = 0;
  /** Where the name ended that {@link valueAt} looked at last. */
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

  /** Reads a name behind `%` and answers its key, or -1 if there is none. */
  read(): number {
    const bytes = this.#bytes;
    const reader = this.#reader;
    const start = reader.at;
    let c = bytes[start]!;
    if (c >= 48 && c <= 57) {
      const number = this.#number(start);
      if (number >= 0) return this.#key(NUMBERED, number);
      let at = start;
      while (bytes[at]! >= 48 && bytes[at]! <= 57) at++;
      reader.at = at;
      return this.#named(start, at);
    }
    if (c === 97 && bytes[start + 1] === 114 && bytes[start + 2] === 103) {
      const number = this.#number(start + 3);
      if (number >= 0 && byteClass[bytes[reader.at]!] !== CLASS_WORD) return this.#key(ARGUMENT, number);
    }
    let at = start;
    while (byteClass[c] === CLASS_WORD) c = bytes[++at]!;
    reader.at = at;
    return at === start ? -1 : this.#named(start, at);
  }

  /** A number without leading zeros at that place, or -1. Moves the reader behind it. */
  #number(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    let c = bytes[at]!;
    if (c < 48 || c > 57 || (c === 48 && bytes[at + 1]! >= 48 && bytes[at + 1]! <= 57)) return -1;
    let number = 0;
    while (c >= 48 && c <= 57) {
      number = number * 10 + c - 48;
      if (number > LARGEST_NUMBER) return -1;
      c = bytes[++at]!;
    }
    this.#reader.at = at;
    return number;
  }

  #named(start: number, end: number): number {
    let hash = FNV_OFFSET;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ this.#bytes[i]!, FNV_PRIME);
    const known = this.#spellings.find(start, end, hash);
    if (known >= 0) return known * 4 + NAMED;
    const index = this.#names++;
    this.#spellings.add(start, end, hash, index);
    return this.#key(NAMED, index);
  }

  #key(table: number, index: number): number {
    const old = this.#tables[table]!;
    if (index >= old.length) {
      const larger = new Int32Array(Math.max(index + 1, old.length * 2));
      larger.set(old);
      this.#tables[table] = larger;
    }
    return index * 4 + table;
  }

  /** The first value of the name at that place, behind its `%`; 0 if none is defined. Leaves the reader where it is. */
  valueAt(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    let c = bytes[at]!;
    const isNumber = c >= 48 && c <= 57;
    if (!isNumber && c === 97 && bytes[at + 1] === 114 && bytes[at + 2] === 103) c = bytes[(at += 3)]!;
    const digits = at;
    let number = 0;
    while (c >= 48 && c <= 57) {
      number = number * 10 + c - 48;
      c = bytes[++at]!;
    }
    // What has a zero in front, too many digits or something behind them is a name like any other.
    if (at > digits && at < digits + 8 && (bytes[digits] !== 48 || at === digits + 1)) {
      if (isNumber || byteClass[c] !== CLASS_WORD) {
        this.behind = at;
        const table = isNumber ? this.#tables[NUMBERED] : this.#tables[ARGUMENT];
        return number < table.length ? table[number]! : 0;
      }
    }
    const reader = this.#reader;
    const before = reader.at;
    reader.at = start;
    const key = this.read();
    this.behind = reader.at;
    reader.at = before;
    return key < 0 ? 0 : this.get(key);
  }

  /** The first value of a name; 0 if it is not defined where we are. */
  get(key: number): number {
    return this.#tables[key & 3]![key >> 2]!;
  }

  define(key: number, value: number): void {
    this.#tables[key & 3]![key >> 2] = value;
    if (this.#definedCount === this.#defined.length) {
      const larger = new Int32Array(this.#defined.length * 2);
      larger.set(this.#defined);
      this.#defined = larger;
    }
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

/** Uses of a name that nothing has defined yet: one placeholder value per name and number. */
export interface ForwardReference {
  readonly key: number;
  readonly number: number;
  readonly value: number;
  readonly at: number;
}

/** The references of a text that wait for their definition. */
export class ForwardReferences {
  readonly #store: Store;
  /** By key. Waiting is rare (graph regions, blocks out of order), so objects will do. */
  readonly #waiting = new Map<number, ForwardReference[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** A stand-in for result `number` of a name that is not defined yet. */
  refer(key: number, number: number, type: number, at: number): ForwardReference {
    const known = this.#waiting.get(key)?.find((reference) => reference.number === number);
    if (known !== undefined) return known;
    const reference = { key, number, value: this.#store.newValue(type, 0), at };
    const list = this.#waiting.get(key);
    if (list === undefined) this.#waiting.set(key, [reference]);
    else list.push(reference);
    return reference;
  }

  /** What waits for a name that is being defined now; it waits no longer. */
  take(key: number): readonly ForwardReference[] {
    const list = this.#waiting.get(key);
    if (list === undefined) return [];
    this.#waiting.delete(key);
    return list;
  }

  /** Where a name that waits was written first. */
  positionOf(key: number): number | undefined {
    return this.#waiting.get(key)?.[0]?.at;
  }

  /** Where the references are that were never defined, in order. */
  rest(): readonly number[] {
    return [...this.#waiting.values()]
      .flat()
      .map((reference) => reference.at)
      .sort((a, b) => a - b);
  }
}
