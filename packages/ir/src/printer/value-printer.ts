import type { Store } from "../store/store.ts";
import { bytesOf } from "../text/bytes.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { ARGUMENT, GROUPED, NAMED } from "./numbering.ts";
import type { Numbering } from "./numbering.ts";

const UNKNOWN_VALUE = bytesOf("<<UNKNOWN SSA VALUE>>");
const ARG = bytesOf("arg");

export class ValuePrinter {
  readonly #store: Store;
  readonly #out: ByteWriter;
  readonly #numbering: Numbering;

  constructor(store: Store, out: ByteWriter, numbering: Numbering) {
    this.#store = store;
    this.#out = out;
    this.#numbering = numbering;
  }

  /** Writes the names of the results of an operation: `%0:2, %name = ` */
  writeResults(first: number, count: number): void {
    const out = this.#out;
    if (count === 1) this.write(first);
    else this.#groupNames(first, count);
    out.byte(32);
    out.byte(61);
    out.byte(32);
  }

  /** Writes the name of each result group. An operation that suggests several names has several groups. */
  #groupNames(first: number, count: number): void {
    const { values, names } = this.#numbering;
    for (let i = 0; i < count;) {
      const number = values[first + i]!;
      if (i > 0) this.#out.text(", ");
      let size = 1;
      if ((number & 3) === NAMED) {
        const text = String.fromCharCode(...names[number >> 2]!);
        const base = text.endsWith("#0") ? text.slice(0, -2) : undefined;
        if (base === undefined) this.write(first + i);
        else {
          this.#out.text(`%${base}`);
          const isSame = (value: number): boolean =>
            (values[value]! & 3) === NAMED &&
            String.fromCharCode(...names[values[value]! >> 2]!).startsWith(`${base}#`);
          while (i + size < count && isSame(first + i + size)) size++;
        }
      } else {
        this.#out.byte(37);
        this.#out.number((number >> 2) - 1);
        while (i + size < count && values[first + i + size] === number) size++;
      }
      if (size > 1) this.#out.text(`:${size}`);
      i += size;
    }
  }

  write(value: number): void {
    const out = this.#out;
    const number = this.#numbering.values[value]!;
    if (number === 0) {
      out.write(UNKNOWN_VALUE);
      return;
    }
    out.byte(37);
    const kind = number & 3;
    if (kind === NAMED) {
      out.write(this.#numbering.names[number >> 2]!);
      const conflict = this.#numbering.conflicts[value]!;
      if (conflict === 0) return;
      out.byte(95);
      out.number(conflict - 1);
      return;
    }
    if (kind === ARGUMENT) out.write(ARG);
    out.number((number >> 2) - 1);
    if (kind === GROUPED) {
      out.byte(35);
      out.number(this.#placeInGroup(value));
    }
  }

  #placeInGroup(value: number): number {
    const { values } = this.#numbering;
    let place = 0;
    const first = this.#store.opFirstResult[this.#store.valueOwner[value]!]!;
    while (value - place > first && values[value - place - 1] === values[value]) place++;
    return place;
  }
}
