import { syntaxError } from "../errors.ts";
import { replaceAllUses } from "../store/edit.ts";
import type { IrContext, Store } from "../store/store.ts";
import { ParseFailure } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { ForwardReferences, ValueNames } from "./value-names.ts";

/** What the SSA names of a text stand for, and what MLIR says when they do not (`OperationParser` in `Parser.cpp`). */
export class Definitions {
  readonly names: ValueNames;
  readonly #reader: Reader;
  readonly #context: IrContext;
  readonly #store: Store;
  readonly #forward: ForwardReferences;
  /** How many results a name of several stands for, by the first of them. */
  readonly #groupSizes = new Map<number, number>();

  constructor(reader: Reader, store: Store) {
    this.#reader = reader;
    this.#context = store.context;
    this.#store = store;
    this.names = new ValueNames(reader);
    this.#forward = new ForwardReferences(store);
  }

  /** Result `number` of a name, which must be of the type, or something that waits for it. */
  use(key: number, number: number, type: number, at: number): number {
    let value = this.names.get(key);
    if (value === 0) value = this.#forward.refer(key, number, type, at).value;
    else if (number !== 0) {
      if (number >= (this.#groupSizes.get(value) ?? 1)) this.#reader.fail("reference to invalid result number", at);
      value += number;
    }
    if (this.#store.valueType[value] !== type) this.#failType(value, type, at);
    return value;
  }

  #failType(value: number, wanted: number, at: number): never {
    const { types } = this.#context;
    const reader = this.#reader;
    const spelling = this.#spellingAt(at);
    const prior = this.#positionOf(value, spelling);
    return reader.fail(
      `use of value '${spelling}' expects different type than prior uses: ` +
        `'${types[wanted]!.byteText}' vs '${types[this.#store.valueType[value]!]!.byteText}'`,
      at,
      prior === undefined ? [] : [{ message: "prior use here", at: reader.source.locate(prior) }],
    );
  }

  /** The name that is written there, with its `%`. */
  #spellingAt(at: number): string {
    const reader = this.#reader;
    reader.at = at + 1;
    this.names.read();
    return reader.source.slice(at, reader.at);
  }

  /** Where a value's name was written first. Looked up again, because only errors ask. */
  #positionOf(value: number, spelling: string): number | undefined {
    const owner = this.#store.valueOwner[value]!;
    if (owner > 0) return definitionBefore(this.#reader, this.#store.opLocation[owner]! >>> 2, spelling);
    return owner < 0 ? this.#store.valueLocation[value]! >>> 2 : undefined;
  }

  /** A name stands for `count` values from `value` on. */
  define(key: number, value: number, count: number, at: number): void {
    const known = this.names.get(key);
    if (count > 1) this.#groupSizes.set(value, count);
    if (known !== 0) this.#failRedefinition(known, at);
    if (!this.#forward.isEmpty) this.#resolveForward(key, value, count, at);
    this.names.define(key, value);
  }

  #failRedefinition(known: number, at: number): never {
    const reader = this.#reader;
    const spelling = this.#spellingAt(at);
    const prior = this.#positionOf(known, spelling);
    return reader.fail(
      `redefinition of SSA value '${spelling}'`,
      at,
      prior === undefined ? [] : [{ message: "previously defined here", at: reader.source.locate(prior) }],
    );
  }

  /** An argument that the text of an operation names before its region: no name may stand for something already. */
  defineEntry(key: number, value: number, at: number): void {
    const known = this.names.get(key);
    const prior = known === 0 ? this.#forward.positionOf(key) : (this.#positionOf(known, this.#spellingAt(at)) ?? at);
    if (prior !== undefined) {
      const reader = this.#reader;
      const spelling = this.#spellingAt(at);
      reader.fail(`region entry argument '${spelling}' is already in use`, at, [
        { message: "previously referenced here", at: reader.source.locate(prior) },
      ]);
    }
    this.names.define(key, value);
  }

  #resolveForward(key: number, value: number, count: number, at: number): void {
    const store = this.#store;
    for (const reference of this.#forward.take(key)) {
      if (reference.number >= count) this.#reader.fail("reference to invalid result number", reference.at);
      const target = value + reference.number;
      if (store.valueType[reference.value] !== store.valueType[target]) {
        const { types } = this.#context;
        const name = this.#spellingAt(at);
        this.#reader.fail(
          `definition of SSA value '${name}#${reference.number}' has type '${types[store.valueType[target]!]!.byteText}'`,
          at,
          [
            {
              message: `previously used here with type '${types[store.valueType[reference.value]!]!.byteText}'`,
              at: this.#reader.source.locate(reference.at),
            },
          ],
        );
      }
      replaceAllUses(store, reference.value, target);
    }
  }

  openScope(): number {
    return this.names.openScope();
  }

  closeScope(scope: number): void {
    this.names.closeScope(scope);
  }

  /** At the end of the text: every name that was used must have been defined. */
  finish(): void {
    const undeclared = this.#forward.rest();
    if (undeclared.length === 0) return;
    const { source } = this.#reader;
    throw new ParseFailure(
      undeclared.map((at) => syntaxError("use of undeclared SSA value name", source.locate(at), [])),
    );
  }
}

/** Of a text before an operation so much is looked at for the names of its results. */
const LOOKED_AT = 4096;

/** Where the name stands that an operation's results were given, before the operation at `at`; else where its line begins. */
function definitionBefore(reader: Reader, at: number, spelling: string): number {
  const from = Math.max(0, at - LOOKED_AT);
  const name = spelling.replace(/[.$]/g, "\\$&");
  const rest = "(?![\\w.$-])(?::\\d+)?(?:\\s*,\\s*%[\\w.$-]+(?::\\d+)?)*\\s*=";
  const found = [...reader.source.slice(from, at).matchAll(new RegExp(name + rest, "g"))].at(-1);
  return found === undefined ? lineStartName(reader, at) : from + found.index;
}

/** The first name on the line of an operation: `%0 = "…"`. */
function lineStartName(reader: Reader, at: number): number {
  let start = at;
  while (start > 0 && reader.bytes[start - 1] !== 10) start--;
  while (reader.bytes[start] === 32 || reader.bytes[start] === 9) start++;
  return start;
}
