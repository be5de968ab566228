import type { Type } from "../attributes/attribute.ts";
import { linkOperand } from "../store/edit.ts";
import { grown } from "../store/grown.ts";
import type { Store } from "../store/store.ts";
import type { Definitions } from "./definitions.ts";
import type { Reader } from "./reader.ts";

/** Number of integers for each pending operand, and for each pending result name. */
const OPERAND_FIELDS = 3;
const RESULT_FIELDS = 3;

/** Names of operands and results whose types are not parsed yet. */
export class PendingNames {
  readonly #reader: Reader;
  readonly #store: Store;
  readonly #definitions: Definitions;
  /** Pending operands: key, number, byte offset. */
  #operands: Int32Array = new Int32Array(3 * 256);
  operandTop = 0;
  /** Pending result names: key, count, byte offset. */
  #results: Int32Array = new Int32Array(3 * 256);
  resultTop = 0;

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
      this.#pushResultName(key, count, at);
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

  #pushResultName(key: number, count: number, at: number): void {
    const top = this.resultTop;
    if (top + RESULT_FIELDS > this.#results.length) this.#results = grown(this.#results);
    this.#results[top] = key;
    this.#results[top + 1] = count;
    this.#results[top + 2] = at;
    this.resultTop = top + RESULT_FIELDS;
  }

  /**
   * Parses `('%' name ('#' number)? (',' …)*)? ')'`. The names are resolved to values later, after the types were
   * parsed.
   */
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
      const top = this.operandTop;
      if (top + OPERAND_FIELDS > this.#operands.length) this.#operands = grown(this.#operands);
      this.#operands[top] = key;
      this.#operands[top + 1] = number;
      this.#operands[top + 2] = at;
      this.operandTop = top + OPERAND_FIELDS;
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

  resolveOperands(op: number, type: Type & { data: { kind: "function" } }, base: number, typeAt: number): void {
    const store = this.#store;
    const { inputs } = type.data;
    const count = (this.operandTop - base) / OPERAND_FIELDS;
    this.operandTop = base;
    if (inputs.length !== count) {
      this.#reader.fail(`expected ${count} operand type${count === 1 ? "" : "s"} but had ${inputs.length}`, typeAt);
    }
    const first = store.newOperands(op, count);
    for (let i = 0, field = base; i < count; i++, field += OPERAND_FIELDS) {
      const value = this.#definitions.use(
        this.#operands[field]!,
        this.#operands[field + 1]!,
        inputs[i]!.id,
        this.#operands[field + 2]!,
      );
      linkOperand(store, first + i, value);
    }
  }

  nameResults(op: number, base: number): void {
    const store = this.#store;
    const top = this.resultTop;
    this.resultTop = base;
    const count = store.opResultCount[op]!;
    let named = 0;
    for (let i = base; i < top; i += RESULT_FIELDS) named += this.#results[i + 1]!;
    const nameAt = this.#results[base + 2]!;
    if (count === 0) this.#reader.fail("cannot name an operation with no results", nameAt);
    if (named !== count) {
      this.#reader.fail(`operation defines ${count} results but was provided ${named} to bind`, nameAt);
    }
    let value = store.opFirstResult[op]!;
    for (let i = base; i < top; i += RESULT_FIELDS) {
      this.#definitions.define(this.#results[i]!, value, this.#results[i + 1]!, this.#results[i + 2]!);
      value += this.#results[i + 1]!;
    }
  }
}
