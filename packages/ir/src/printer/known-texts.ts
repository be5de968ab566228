import type { Store } from "../store/store.ts";
import { grown } from "../store/grown.ts";
import { Shapes } from "../store/shapes.ts";
import { putNumber, ROOM } from "./byte-writer.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { ARGUMENT, PLAIN } from "./numbering.ts";
import type { Numbering } from "./numbering.ts";
import type { ValuePrinter } from "./value-printer.ts";

/** What a shape has instead of a text: nobody asked yet, asked once, or it is not to be remembered. */
const NEVER_SEEN = 0;
const SEEN_ONCE = -1;
const NOT_KEPT = -2;

/** Bytes that the longest number with its sigil takes. */
const LONGEST_NUMBER = 16;

/**
 * The texts of operations that were written before: two of the same name, attributes and types differ in the names of their
 * values only. The second is written by the rules and taken to pieces where values stand; from the third on the pieces are
 * copied. Of operations without regions and successors, on a line of their own.
 */
export class KnownTexts {
  readonly #store: Store;
  readonly #out: ByteWriter;
  readonly #numbers: Int32Array;
  readonly #values: ValuePrinter;
  readonly #shapes: Shapes;
  /** By shape: where its text begins in `#pieces`, or why it has none. */
  #first: Int32Array = new Int32Array(512);
  /** By shape: the dialect that went without saying when it was written. */
  readonly #dialects: string[] = [];
  /**
   * Of each text: the number of values; per value the bytes before it, as their number and then four in each, and which operand it is;
   * the bytes of the rest.
   */
  #pieces: Int32Array = new Int32Array(4096);
  #piecesEnd = 1;
  /** Of what is being learnt: the shape, where it begins in the buffer, and the values with where each begins and ends. */
  #learning = 0;
  #start = 0;
  #flushes = 0;
  readonly #written: number[] = [];

  constructor(store: Store, out: ByteWriter, numbering: Numbering, values: ValuePrinter) {
    this.#store = store;
    this.#out = out;
    this.#numbers = numbering.values;
    this.#values = values;
    this.#shapes = new Shapes(store);
  }

  /** Writes all of a line, if its operation has a known text and at most one result; else nothing, and what is written next may be learnt. */
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

  /** Whether an operation's text is the one that is known: it says its dialect, or it does not. */
  #isSameIn(dialect: string, op: number, shape: number): boolean {
    const own = this.#store.context.names[this.#store.opName[op]!]!.dialect;
    if ((this.#dialects[shape] === own) !== (dialect === own)) return false;
    this.#dialects[shape] = dialect;
    return true;
  }

  /** Writes a value at a place in the buffer, and answers the place behind it. There is room for more again then. */
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
      // The last four may be too many: what comes next is written over them.
      for (; at < end; at += 4) view.setInt32(at, pieces[next++]!, true);
      if (rest === 0) return end;
      at = this.#value(operandValue[operands + pieces[next++]!]!, end);
    }
  }

  /** What was not known is about to be written, behind the results. */
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

  /** An operand of what is being learnt. */
  value(value: number): void {
    if (this.#learning === 0) {
      this.#values.write(value);
      return;
    }
    const begin = this.#out.at;
    this.#values.write(value);
    this.#written.push(value, begin, this.#out.at);
  }

  /** The operation was written. */
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
    // Which is which cannot be told if one value stands twice: another operation may tell.
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
