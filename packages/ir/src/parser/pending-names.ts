import type { Type } from "../attributes/attribute.ts";
import { linkOperand } from "../store/edit.ts";
import { grown } from "../store/grown.ts";
import type { Store } from "../store/store.ts";
import type { Definitions } from "./definitions.ts";
import type { Reader } from "./reader.ts";

/** Number of integers for each pending name: operand group, key, number and byte offset. */
export const PENDING_FIELDS = 4;

/** Stack of names whose types are not parsed yet: the results of an operation, its operands, and nested operations. */
export class PendingNames {
  readonly #reader: Reader;
  readonly #store: Store;
  readonly #definitions: Definitions;
  /** The stack. The number of the operand `%a#2` is 2. The number of the result name `%a:2` is also 2. */
  fields: Int32Array = new Int32Array(PENDING_FIELDS * 256);
  top = 0;

  constructor(reader: Reader, store: Store, definitions: Definitions) {
    this.#reader = reader;
    this.#store = store;
    this.#definitions = definitions;
  }

  /** Parses `'%' name (':' count)? (',' …)* '='`. */
  parseResultNames(): void {
    const reader = this.#reader;
    const { bytes } = reader;
    for (;;) {
      const key = this.#definitions.names.readWithSign("expected valid ssa identifier");
      const at = this.#definitions.names.start;
      let count = 1;
      let c = bytes[reader.at] === 61 ? 61 : reader.next();
      if (c === 58) {
        reader.at++;
        count = this.#parseResultCount();
        c = reader.next();
      }
      this.push(0, key, count, at);
      if (c !== 61) c = reader.next();
      if (c === 61) break;
      if (c !== 44) reader.failExpected("expected '=' after SSA name");
      reader.at++;
    }
    reader.at++;
  }

  #parseResultCount(): number {
    const reader = this.#reader;
    const at = reader.position();
    const text = reader.integerText();
    if (text === "") reader.failExpected("expected integer number of results");
    const count = Number(text);
    if (count < 1 || count > 0x7fffffff) reader.fail("expected named operation to have at least 1 result", at);
    return count;
  }

  push(group: number, key: number, number: number, at: number): void {
    const top = this.top;
    if (top === this.fields.length) this.fields = grown(this.fields);
    this.fields[top] = group;
    this.fields[top + 1] = key;
    this.fields[top + 2] = number;
    this.fields[top + 3] = at;
    this.top = top + PENDING_FIELDS;
  }

  /** Returns the number of operands in a group, from the index `base` on. */
  countOf(group: number, base: number): number {
    let count = 0;
    for (let i = base; i < this.top; i += PENDING_FIELDS) if (this.fields[i] === group) count++;
    return count;
  }

  /** Parses `('%' name ('#' number)? (',' …)*)? ')'`. The names are resolved after the types are parsed. */
  parseOperandNames(): void {
    const reader = this.#reader;
    const { bytes } = reader;
    let c = bytes[reader.at]!;
    if (c !== 37) c = reader.next();
    if (c === 41) {
      reader.at++;
      return;
    }
    let isFirst = true;
    for (;;) {
      if (c !== 37) reader.failExpected(isFirst ? "expected ')' to end operand list" : "expected SSA operand");
      isFirst = false;
      const at = reader.at++;
      const key = this.#definitions.names.read();
      if (key < 0) reader.failToken("invalid SSA name", at);
      let number = 0;
      c = bytes[reader.at]!;
      if (c !== 44 && c !== 41) c = reader.next();
      if (c === 35) {
        number = this.parseResultNumber();
        c = bytes[reader.at]!;
      }
      this.push(0, key, number, at);
      if (c !== 44 && c !== 41) c = reader.next();
      if (c === 41) break;
      if (c !== 44) reader.failExpected("expected ')' to end operand list");
      reader.at++;
      if (bytes[reader.at] === 32) reader.at++;
      c = bytes[reader.at]!;
      if (c !== 37) c = reader.next();
    }
    reader.at++;
  }

  parseResultNumber(): number {
    const reader = this.#reader;
    const { at } = reader;
    reader.at++;
    const digits = reader.suffix();
    if (digits === "") reader.failToken("invalid attribute name", at);
    if (!/^\d+$/.test(digits) || digits.length > 9) reader.fail("invalid SSA value result number", at);
    return Number(digits);
  }

  resolveOperands(op: number, inputs: readonly Type[], base: number, typeAt: number): void {
    const store = this.#store;
    const count = (this.top - base) / PENDING_FIELDS;
    this.top = base;
    if (inputs.length !== count) {
      this.#reader.fail(`expected ${count} operand type${count === 1 ? "" : "s"} but had ${inputs.length}`, typeAt);
    }
    const first = store.newOperands(op, count);
    for (let i = 0, field = base; i < count; i++, field += PENDING_FIELDS)
      linkOperand(store, first + i, this.use(field, inputs[i]!.id));
  }

  /** Returns the value of the operand at an index of the stack. Fails if the value does not have this type. */
  use(field: number, type: number): number {
    const { fields } = this;
    return this.#definitions.use(fields[field + 1]!, fields[field + 2]!, type, fields[field + 3]!);
  }

  nameResults(op: number, base: number): void {
    const store = this.#store;
    const { fields, top } = this;
    this.top = base;
    const count = store.opResultCount[op]!;
    let named = 0;
    for (let i = base; i < top; i += PENDING_FIELDS) named += fields[i + 2]!;
    const nameAt = fields[base + 3]!;
    if (count === 0) this.#reader.fail("cannot name an operation with no results", nameAt);
    if (named !== count) {
      this.#reader.fail(`operation defines ${count} results but was provided ${named} to bind`, nameAt);
    }
    let value = store.opFirstResult[op]!;
    for (let i = base; i < top; i += PENDING_FIELDS) {
      this.#definitions.define(fields[i + 1]!, value, fields[i + 2]!, fields[i + 3]!);
      value += fields[i + 2]!;
    }
  }
}
