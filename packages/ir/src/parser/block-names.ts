import { grown } from "../store/grown.ts";
import { suffixEnd } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { SpellingTable } from "./spelling-table.ts";

/** The block labels of the current region. The labels of other regions are not visible in a region. */
export class BlockNames {
  readonly #reader: Reader;
  readonly #spellings: SpellingTable;
  /** Maps each key to the index of its newest entry. Entries from index `#mark` on belong to the current region. */
  #newest = new Int32Array(64).fill(-1);
  readonly #entries: { readonly key: number; readonly block: number; readonly at: number; readonly hidden: number }[] =
    [];
  readonly #marks: number[] = [];
  #mark = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#spellings = new SpellingTable(reader.bytes, 64);
  }

  /** Parses a label after `^`. Returns the key of the label, or -1 if the text does not contain a label here. */
  read(): number {
    const { bytes, at: start } = this.#reader;
    const at = suffixEnd(bytes, start);
    this.#reader.at = at;
    if (at === start) return -1;
    const key = this.#spellings.numberOf(start, at);
    if (key >= this.#newest.length) this.#newest = grown(this.#newest).fill(-1, key);
    return key;
  }

  /** Returns the block with this label in the current region, or 0 if the region does not have the label. */
  get(key: number): number {
    const entry = this.#newest[key]!;
    return entry < this.#mark ? 0 : this.#entries[entry]!.block;
  }

  /** Adds a label. `at` is the position of the first use, for the error if the label is never defined. */
  set(key: number, block: number, at: number): void {
    this.#entries.push({ key, block, at, hidden: this.#newest[key]! });
    this.#newest[key] = this.#entries.length - 1;
  }

  openRegion(): void {
    this.#marks.push(this.#mark);
    this.#mark = this.#entries.length;
  }

  /** Ends the current region. Returns the positions of its labels that refer to undefined blocks. */
  closeRegion(isDefined: (block: number) => boolean): readonly number[] {
    const missing: number[] = [];
    while (this.#entries.length > this.#mark) {
      const entry = this.#entries.pop()!;
      this.#newest[entry.key] = entry.hidden;
      if (!isDefined(entry.block)) missing.push(entry.at);
    }
    this.#mark = this.#marks.pop()!;
    return missing;
  }
}
