import type { SourceLocation } from "@passwright/core";
import { byteString, decodeUtf8, encodeUtf8 } from "./bytes.ts";

/** Zero bytes after the text, so that scanners can look ahead without a bounds check. */
const SENTINEL = 16;

/** A source text: its bytes, followed by zeros, and its name in diagnostics. */
export class Source {
  /** Name of the file, for error messages. */
  readonly file: string;
  /** Content of the file in UTF-8. */
  readonly bytes: Uint8Array;
  /** Number of bytes of the text. */
  readonly end: number;
  /** Complete text from which this source was cut. `undefined` if this source is a complete text. */
  readonly #whole: Source | undefined;
  readonly #offset: number;
  #lineStarts: Int32Array | undefined;
  /** Line and column of each offset, for a source whose text is not available. */
  #places: ArrayLike<number> | undefined;

  private constructor(file: string, bytes: Uint8Array, end: number, whole?: Source, offset = 0) {
    this.file = file;
    this.bytes = bytes;
    this.end = end;
    this.#whole = whole;
    this.#offset = offset;
  }

  /** Makes a source from a text. */
  static fromText(text: string, file: string): Source {
    return Source.fromBytes(encodeUtf8(text), file);
  }

  /** Makes a source from the first `length` bytes. Copies them unless 16 bytes, which must be zeros, follow. */
  static fromBytes(bytes: Uint8Array, file: string, length: number = bytes.length): Source {
    if (bytes.length >= length + SENTINEL) return new Source(file, bytes, length);
    const padded = new Uint8Array(length + SENTINEL);
    padded.set(length === bytes.length ? bytes : bytes.subarray(0, length));
    return new Source(file, padded, length);
  }

  /** Makes a source without text: offset `i` is at line `places[2 * i]`, column `places[2 * i + 1]`. */
  static ofPlaces(places: ArrayLike<number>, file: string): Source {
    const source = Source.fromText("", file);
    source.#places = places;
    return source;
  }

  /** Returns a source of the bytes `[start, end)`. Its positions refer to the text of this source. */
  part(start: number, end: number): Source {
    const bytes = new Uint8Array(end - start + SENTINEL);
    bytes.set(this.bytes.subarray(start, end));
    return new Source(this.file, bytes, end - start, this, start);
  }

  /** Position of this text in the text from which it was cut. For a whole file, the position is 0:0, as in MLIR. */
  get origin(): { readonly line: number; readonly column: number } {
    return this.#offset === 0 ? { line: 0, column: 0 } : this.lineAndColumn(0);
  }

  /** Returns the line and column of a byte offset. Both start at 1, and columns count bytes, as in MLIR. */
  lineAndColumn(offset: number): { readonly line: number; readonly column: number } {
    const places = this.#places;
    if (places !== undefined) return { line: places[2 * offset]!, column: places[2 * offset + 1]! };
    if (this.#whole !== undefined) return this.#whole.lineAndColumn(this.#offset + offset);
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }

  /** Returns the position of a byte offset for a diagnostic. The column is in UTF-16 units. */
  locate(offset: number): SourceLocation {
    if (this.#whole !== undefined) return this.#whole.locate(this.#offset + offset);
    const { line } = this.lineAndColumn(offset);
    const start = this.#starts()[line - 1]!;
    let end = start;
    while (end < this.end && this.bytes[end] !== 10) end++;
    if (end > start && this.bytes[end - 1] === 13) end--;
    return {
      file: this.file,
      line,
      column: decodeUtf8(this.bytes.subarray(start, Math.max(start, offset))).length + 1,
      lineText: decodeUtf8(this.bytes.subarray(start, end)),
    };
  }

  /** Returns the bytes `[start, end)` as a byte string. */
  slice(start: number, end: number): string {
    return byteString(this.bytes, start, end);
  }

  #starts(): Int32Array {
    if (this.#lineStarts !== undefined) return this.#lineStarts;
    let lines = 1;
    for (let i = 0; i < this.end; i++) if (this.bytes[i] === 10) lines++;
    const starts = new Int32Array(lines);
    let line = 1;
    for (let i = 0; i < this.end; i++) if (this.bytes[i] === 10) starts[line++] = i + 1;
    this.#lineStarts = starts;
    return starts;
  }
}
