import { getOrMake } from "../maps.ts";
import { replaceAllUses } from "../store/edit.ts";
import type { Store } from "../store/store.ts";
import type { Reader } from "./reader.ts";
import { ValueNames } from "./value-names.ts";

/** Reference to an undefined name. References with the same key and result number share one placeholder value. */
interface ForwardReference {
  readonly number: number;
  readonly value: number;
  readonly at: number;
}

/** Resolves SSA names to values, and reports undefined and redefined names (`OperationParser` in `Parser.cpp`). */
export class Definitions {
  readonly names: ValueNames;
  readonly #reader: Reader;
  readonly #store: Store;
  /** Forward references by key. Uses objects, because forward references are rare. */
  readonly #forward = new Map<number, ForwardReference[]>();
  /** For names such as `%0:2`, maps the first result to the number of results. */
  readonly #groupSizes = new Map<number, number>();

  constructor(reader: Reader, store: Store) {
    this.#reader = reader;
    this.#store = store;
    this.names = new ValueNames(reader);
  }

  /** Returns result `number` of a name, or a placeholder if the name is not defined yet. Fails if the type differs. */
  use(key: number, number: number, type: number, at: number): number {
    let value = this.names.get(key);
    if (value === 0) value = this.#placeholder(key, number, type, at);
    else if (number !== 0) {
      if (number >= (this.#groupSizes.get(value) ?? 1)) this.#reader.fail("reference to invalid result number", at);
      value += number;
    }
    if (this.#store.valueType[value] !== type) {
      const { types } = this.#store.context;
      const texts = `'${types[type]!.byteText}' vs '${types[this.#store.valueType[value]!]!.byteText}'`;
      const problem = ` expects different type than prior uses: ${texts}`;
      this.#failAfter(value, at, "prior use here", "use of value", problem);
    }
    return value;
  }

  #placeholder(key: number, number: number, type: number, at: number): number {
    const references = getOrMake(this.#forward, key, () => []);
    const known = references.find((reference) => reference.number === number);
    if (known !== undefined) return known.value;
    const value = this.#store.newValue(type, 0);
    references.push({ number, value, at });
    return value;
  }

  #failAfter(value: number, at: number, note: string, what: string, problem = ""): never {
    const name = this.#spellingAt(at);
    const prior = this.#positionOf(value, name);
    const notes = prior === undefined ? [] : [this.#reader.note(note, prior)];
    return this.#reader.fail(`${what} '${name}'${problem}`, at, notes);
  }

  /** Returns the name at an offset, with its `%`. */
  #spellingAt(at: number): string {
    const reader = this.#reader;
    reader.at = at + 1;
    this.names.read();
    return reader.source.slice(at, reader.at);
  }

  /** Returns the position of a definition, if it exists. Searches the text, because only errors need the position. */
  #positionOf(value: number, spelling: string): number | undefined {
    const owner = this.#store.valueOwner[value]!;
    if (owner > 0) return definitionBefore(this.#reader, this.#store.opLocation[owner]! >>> 2, spelling);
    return owner < 0 ? this.#store.valueLocation[value]! >>> 2 : undefined;
  }

  /** Binds a name to `count` consecutive values, starting with `value`. */
  define(key: number, value: number, count: number, at: number): void {
    const known = this.names.get(key);
    if (count > 1) this.#groupSizes.set(value, count);
    if (known !== 0) this.#failAfter(known, at, "previously defined here", "redefinition of SSA value");
    if (this.#forward.size > 0) this.#resolveForward(key, value, count, at);
    this.names.define(key, value);
  }

  /** Defines an entry block argument that appears before its region. The name must not be in use. */
  defineEntry(key: number, value: number, at: number): void {
    const known = this.names.get(key);
    const prior = known === 0 ? this.#forward.get(key)?.[0]?.at : (this.#positionOf(known, this.#spellingAt(at)) ?? at);
    if (prior !== undefined) {
      const reader = this.#reader;
      const message = `region entry argument '${this.#spellingAt(at)}' is already in use`;
      reader.fail(message, at, [reader.note("previously referenced here", prior)]);
    }
    this.names.define(key, value);
  }

  #resolveForward(key: number, value: number, count: number, at: number): void {
    const store = this.#store;
    const references = this.#forward.get(key) ?? [];
    this.#forward.delete(key);
    for (const reference of references) {
      if (reference.number >= count) this.#reader.fail("reference to invalid result number", reference.at);
      const target = value + reference.number;
      if (store.valueType[reference.value] !== store.valueType[target]) {
        const typeOf = (id: number): string => store.context.types[store.valueType[id]!]!.byteText;
        const name = this.#spellingAt(at);
        const note = `previously used here with type '${typeOf(reference.value)}'`;
        this.#reader.fail(`definition of SSA value '${name}#${reference.number}' has type '${typeOf(target)}'`, at, [
          this.#reader.note(note, reference.at),
        ]);
      }
      replaceAllUses(store, reference.value, target);
    }
  }

  /** Reports undefined names at the end of the text. */
  finish(): void {
    const undeclared = [...this.#forward.values()].flat().map(({ at }) => at);
    this.#reader.failAtEach("use of undeclared SSA value name", undeclared);
  }
}

/** Maximum length of text that is searched for result names before an operation. */
const LOOKED_AT = 4096;

/** Returns the position of the result names before an operation, or otherwise of the first text on its line. */
function definitionBefore(reader: Reader, at: number, spelling: string): number {
  const from = Math.max(0, at - LOOKED_AT);
  const name = spelling.replace(/[.$]/g, "\\$&");
  const rest = "(?![\\w.$-])(?::\\d+)?(?:\\s*,\\s*%[\\w.$-]+(?::\\d+)?)*\\s*=";
  const found = [...reader.source.slice(from, at).matchAll(new RegExp(name + rest, "g"))].at(-1);
  if (found !== undefined) return from + found.index;
  let start = at;
  while (start > 0 && reader.bytes[start - 1] !== 10) start--;
  while (reader.bytes[start] === 32 || reader.bytes[start] === 9) start++;
  return start;
}
