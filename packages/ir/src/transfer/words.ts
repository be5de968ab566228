import { grown } from "../store/grown.ts";

/** A growing list of numbers. */
export class Words {
  #words = new Int32Array(1024);
  length = 0;

  push(word: number): void {
    if (this.length === this.#words.length) this.#words = grown(this.#words);
    this.#words[this.length++] = word;
  }

  /** Appends another list. */
  append(other: Words): void {
    for (let i = 0; i < other.length; i++) this.push(other.#words[i]!);
  }

  /** Returns a copy of the numbers. */
  toArray(): Int32Array {
    return this.#words.slice(0, this.length);
  }
}

/** Reads numbers in the order in which they were written. */
export class WordReader {
  readonly #words: ArrayLike<number>;
  #at: number;

  constructor(words: ArrayLike<number>, at = 0) {
    this.#words = words;
    this.#at = at;
  }

  next(): number {
    return this.#words[this.#at++]!;
  }
}
