import type { Store } from "../store/store.ts";
import { grown } from "../store/grown.ts";
import { Shapes } from "../store/shapes.ts";
import { putNumber, ROOM } from "./byte-writer.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { ARGUMENT, PLAIN } from "./numbering.ts";
import type { Numbering } from "./numbering.ts";
import type { ValuePrinter } from "./value-printer.ts";

/** States of operation shapes without a cached text: not printed yet, printed once, and not cacheable. */
const NEVER_SEEN = 0;
const SEEN_ONCE = -1;
const NOT_KEPT = -2;

/** Maximum length of a number with its sigil. */
const LONGEST_NUMBER = 16;

/**
 * Caches the printed text of operations. Operations of the same shape (name, attributes and types) differ only in the
 * names of their values. The second operation of a shape is printed in the usual way, and its text is split at the
 * value names. For later operations, the pieces of this text are copied. Only operations without regions and
 * successors, each on a separate line, are cached.
 */
export class KnownTexts {
  readonly #store: Store;
  readonly #out: ByteWriter;
  readonly #numbers: Int32Array;
  readonly #values: ValuePrinter;
  readonly #shapes: Shapes;
  /** Maps each operation shape to the index of its text in `#pieces`, or to a state such as {@link SEEN_ONCE}. */
  #first: Int32Array = new Int32Array(512);
  /** For each operation shape with a cached text, the default dialect that applied when this text was printed. */
  readonly #dialects: string[] = [];
  /**
   * Cached texts. Each text consists of the number of values, then an entry per value, then the remaining bytes. The
   * entry contains the bytes before the value, as a length and four bytes per word, and the operand index of the value.
   */
  #pieces: Int32Array = new Int32Array(4096);
  #piecesEnd = 1;
  /** Operation shape whose text is being recorded, or 0 if no text is being recorded. */
  #learning = 0;
  /** Offset of the recorded text in the buffer. */
  #start = 0;
  #flushes = 0;
  /** For each operand in the recorded text: its value, and the start and end of its name in the buffer. */
  readonly #written: number[] = [];

  constructor(store: Store, out: ByteWriter, numbering: Numbering, values: ValuePrinter) {
    this.#store = store;
    this.#out = out;
    this.#numbers = numbering.values;
    this.#values = values;
    this.#shapes = new Shapes(store);
  }

  /** Writes the line of an operation with a cached text. Otherwise, returns false, and the next text can be cached. */
  line(op: number, indent: number, dialect: string): boolean {
    const { opFirstRegion, opSuccessorCount, opResultCount, opFirstResult } = this.#store;
    if (opFirstRegion[op] !== 0 || opSuccessorCount[op] !== 0) return false;
    const shape = this.#shapes.of(op);
    if (shape >= this.#first.length) this.#first = grown(this.#first);
    const first = this.#first[shape]!;
    if (first <= 0) {
      if (first === NEVER_SEEN) this.#first[shape] = SEEN_ONCE;
      else if (first !== NOT_KEPT) this.#learning = shape;
      return false;
    }
    if (opResultCount[op]! > 1 || indent > ROOM >> 1) return false;
    if (this.#dialects[shape] !== dialect && !this.#isSameIn(dialect, op, shape)) return false;
    const out = this.#out;
    out.reserve();
    const { bytes } = out;
    let { at } = out;
    for (const end = at + indent; at < end; at++) bytes[at] = 32;
    if (opResultCount[op] === 1) {
      at = this.#value(opFirstResult[op]!, at);
      bytes[at++] = 32;
      bytes[at++] = 61;
      bytes[at++] = 32;
    }
    at = this.#copy(op, first, at);
    bytes[at++] = 10;
    out.at = at;
    return true;
  }

  /** Returns whether the cached text is valid in a region with this default dialect. */
  #isSameIn(dialect: string, op: number, shape: number): boolean {
    const own = this.#store.nameOf(op).dialect;
    if ((this.#dialects[shape] === own) !== (dialect === own)) return false;
    this.#dialects[shape] = dialect;
    return true;
  }

  /** Writes the name of a value at an offset, and reserves space again. Returns the offset after the name. */
  #value(value: number, place: number): number {
    const { out, number } = { out: this.#out, number: this.#numbers[value]! };
    const kind = number & 3;
    if (number === 0 || (kind !== PLAIN && kind !== ARGUMENT)) {
      out.at = place;
      this.#values.write(value);
      out.reserve();
      return out.at;
    }
    const { bytes } = out;
    let at = place;
    bytes[at++] = 37;
    if (kind === ARGUMENT) {
      bytes[at++] = 97;
      bytes[at++] = 114;
      bytes[at++] = 103;
    }
    return putNumber(bytes, at, (number >> 2) - 1);
  }

  #copy(op: number, first: number, place: number): number {
    const { operandValue, opFirstOperand } = this.#store;
    const pieces = this.#pieces;
    const { view } = this.#out;
    const operands = opFirstOperand[op]!;
    let next = first;
    let at = place;
    for (let rest = pieces[next++]!; ; rest--) {
      const end = at + pieces[next++]!;
      // The last word can contain bytes after the end of the text, which the next write overwrites.
      for (; at < end; at += 4) view.setInt32(at, pieces[next++]!, true);
      if (rest === 0) return end;
      at = this.#value(operandValue[operands + pieces[next++]!]!, end);
    }
  }

  /** Starts recording the text of an operation. Called after the names of the results were written. */
  begin(isFixed: boolean): void {
    if (this.#learning === 0) return;
    if (!isFixed) {
      this.#first[this.#learning] = NOT_KEPT;
      this.#learning = 0;
      return;
    }
    this.#out.reserve();
    this.#start = this.#out.at;
    this.#flushes = this.#out.flushes;
    this.#written.length = 0;
  }

  /** Records the position of an operand in the text that is being recorded. */
  value(value: number): void {
    if (this.#learning === 0) {
      this.#values.write(value);
      return;
    }
    const begin = this.#out.at;
    this.#values.write(value);
    this.#written.push(value, begin, this.#out.at);
  }

  end(op: number, dialect: string): void {
    const shape = this.#learning;
    if (shape === 0) return;
    this.#learning = 0;
    const out = this.#out;
    const { operandValue, opFirstOperand, opOperandCount } = this.#store;
    const count = opOperandCount[op]!;
    const length = out.at - this.#start;
    const written = this.#written;
    if (out.flushes !== this.#flushes || length + count * LONGEST_NUMBER > ROOM >> 1 || written.length !== count * 3) {
      this.#first[shape] = NOT_KEPT;
      return;
    }
    const operands = [...operandValue.subarray(opFirstOperand[op]!, opFirstOperand[op]! + count)];
    // If two operands are the same value, their positions in the text cannot be distinguished. The text of a later
    // operation of this shape can still be cached.
    if (new Set(operands).size !== count) return;
    const needed = this.#piecesEnd + count * 3 + (length >> 2) + 3;
    while (needed > this.#pieces.length) this.#pieces = grown(this.#pieces);
    const first = this.#piecesEnd;
    this.#pieces[this.#piecesEnd++] = count;
    let from = this.#start;
    for (let i = 0; i < written.length; i += 3) {
      this.#keep(from, written[i + 1]!);
      this.#pieces[this.#piecesEnd++] = operands.indexOf(written[i]!);
      from = written[i + 2]!;
    }
    this.#keep(from, out.at);
    this.#first[shape] = first;
    this.#dialects[shape] = dialect;
  }

  #keep(from: number, to: number): void {
    const { view } = this.#out;
    this.#pieces[this.#piecesEnd++] = to - from;
    for (let at = from; at < to; at += 4) this.#pieces[this.#piecesEnd++] = view.getInt32(at, true);
  }
}
