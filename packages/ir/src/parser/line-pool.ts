import { grown } from "../store/grown.ts";

/** Line of text, with the parts of the operation that was parsed from it. */
export interface Line {
  /** Index of the text in {@link LinePool.words}. */
  start: number;
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
  next: Line | undefined;
}

/** Value of `dialect` for lines whose operation name includes its dialect. */
export const ANY_DIALECT = "";

/** Cached lines, by the hashes of their texts. */
export class LinePool {
  count = 0;
  /**
   * Texts of the lines. For each piece of a line, the array contains the length in bytes, followed by the bytes, four
   * per word and padded with 0. The pieces are the texts before, between and after value names. The last piece includes
   * the end of the line.
   */
  words: Int32Array = new Int32Array(1 << 12);
  #wordsEnd = 0;
  readonly #view: DataView;
  readonly #lines = new Map<number, Line>();

  /** Creates an empty pool. `view` is the text that contains the lines. */
  constructor(view: DataView) {
    this.#view = view;
  }

  /** Returns the first line with a hash, or `undefined` if none exists. */
  first(hash: number): Line | undefined {
    return this.#lines.get(hash);
  }

  /** Adds a line, and sets its `start` and `next`. `pieces` contains the start and end offsets of the text's pieces. */
  add(line: Line, hash: number, pieces: readonly number[]): void {
    line.start = this.#wordsEnd;
    line.next = this.#lines.get(hash);
    for (let i = 0; i < pieces.length; i += 2) this.#keep(pieces[i]!, pieces[i + 1]!);
    this.#lines.set(hash, line);
    this.count++;
  }

  #keep(from: number, to: number): void {
    const view = this.#view;
    while (this.#wordsEnd + ((to - from) >> 2) + 2 > this.words.length) this.words = grown(this.words);
    this.words[this.#wordsEnd++] = to - from;
    for (let at = from; at < to; at += 4) this.words[this.#wordsEnd++] = view.getInt32(at, true) & firstBytes(to - at);
  }
}

/** Returns the mask that selects the first `count` of four bytes. */
export function firstBytes(count: number): number {
  return count >= 4 ? -1 : (1 << (count * 8)) - 1;
}
