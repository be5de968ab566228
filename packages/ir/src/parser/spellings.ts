import type { Attribute } from "../attributes/attribute.ts";
import { traitBit } from "../dialects/traits.ts";
import { FNV_OFFSET, FNV_PRIME } from "../text/fnv.ts";
import { parseAttribute } from "./attribute-parser.ts";
import { byteClass, CLASS_WORD, isLetter } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { SpellingTable } from "./spelling-table.ts";
import { parseFunctionType, parseType } from "./type-parser.ts";

/**
 * Fast path for names, types and attributes. A scan computes the hash of a spelling, and finds its end by its brackets.
 * A table contains the values of known spellings. If the scan finds a wrong end, for example because of a comment, the
 * spelling is not cached. Values with aliases stay valid, because each alias is defined once, before its first use.
 */
export class Spellings {
  readonly #reader: Reader;
  readonly #bytes: Uint8Array;
  readonly #names: SpellingTable;
  readonly #types: SpellingTable;
  readonly #signatures: SpellingTable;
  readonly #dictionaries: SpellingTable;
  readonly #customNames: SpellingTable;
  readonly #numbers: SpellingTable;
  readonly #namesOfDialect = new Map<string, SpellingTable>();
  #hash = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#bytes = reader.bytes;
    this.#names = new SpellingTable(this.#bytes);
    this.#numbers = new SpellingTable(this.#bytes);
    this.#customNames = new SpellingTable(this.#bytes);
    this.#types = new SpellingTable(this.#bytes);
    this.#signatures = new SpellingTable(this.#bytes, 1024);
    this.#dictionaries = new SpellingTable(this.#bytes, 1024);
    reader.findFunctionType = () => this.#findSignature(reader.at);
  }

  /** Parses an operation name in quotes. Returns the id of the name. */
  operationName(): number {
    const bytes = this.#bytes;
    const reader = this.#reader;
    const start = reader.at + 1;
    let at = start;
    let hash = FNV_OFFSET;
    let c = bytes[at]!;
    while (c !== 34 && c !== 92 && c > 31) {
      hash = Math.imul(hash ^ c, FNV_PRIME);
      c = bytes[++at]!;
    }
    if (c !== 34) return reader.context.operationName(reader.string("expected operation name in quotes")).id;
    const known = this.#names.find(start, at, hash);
    reader.at = at + 1;
    if (known >= 0) return known;
    if (at === start) reader.fail("empty operation name is invalid", start - 1);
    const { id } = reader.context.operationName(reader.source.slice(start, at));
    this.#names.add(start, at, hash, id);
    return id;
  }

  /** Parses the operation name of a custom form. Returns the id of the name, or 0 if no word is next. */
  customName(defaultDialect: string): number {
    const bytes = this.#bytes;
    const reader = this.#reader;
    const start = reader.at;
    const first = bytes[start]!;
    if (!isLetter(first)) return 0;
    let at = start;
    let hash = FNV_OFFSET;
    let hasDot = false;
    for (let c = first; byteClass[c] === CLASS_WORD && c !== 45; c = bytes[++at]!) {
      hash = Math.imul(hash ^ c, FNV_PRIME);
      if (c === 46 && byteClass[bytes[at + 1]!] === CLASS_WORD && bytes[at + 1] !== 45) hasDot = true;
    }
    reader.at = at;
    const table = hasDot ? this.#customNames : this.#shortNames(defaultDialect);
    const known = table.find(start, at, hash);
    if (known >= 0) return known;
    const word = reader.source.slice(start, at);
    const { id } = reader.context.operationName(hasDot ? word : `${defaultDialect}.${word}`);
    table.add(start, at, hash, id);
    return id;
  }

  #shortNames(defaultDialect: string): SpellingTable {
    let table = this.#namesOfDialect.get(defaultDialect);
    if (table === undefined) this.#namesOfDialect.set(defaultDialect, (table = new SpellingTable(this.#bytes, 64)));
    return table;
  }

  /** Parses a function type. Returns the id of the type. */
  functionType(): number {
    return this.#reader.next() === 40 ? this.#findSignature(this.#reader.at) : this.#refuseSignature();
  }

  attribute(): Attribute {
    const reader = this.#reader;
    const start = reader.position();
    this.#hash = FNV_OFFSET;
    const id = this.#understand(this.#numbers, start, this.#scanNumber(start), (reader) => parseAttribute(reader).id);
    return reader.context.attributes[id]!;
  }

  /** Returns the value of a text whose hash is computed. `end` is -1 if the scan did not find the end. */
  #understand(table: SpellingTable, start: number, end: number, parse: (reader: Reader) => number): number {
    const reader = this.#reader;
    const hash = this.#hash;
    const known = end < 0 ? -1 : table.find(start, end, hash);
    if (known >= 0) {
      reader.at = end;
      return known;
    }
    const id = parse(reader);
    if (reader.at === end) {
      // Searches again to find the free slot, because nested parsing can have searched the table for other spellings.
      table.find(start, end, hash);
      table.add(start, end, hash, id);
    }
    return id;
  }

  /** Scans `word (' : ' word)?`, the common form of numbers and Booleans. Returns the end, or -1 for other text. */
  #scanNumber(start: number): number {
    const bytes = this.#bytes;
    let hash = this.#hash;
    let at = start;
    let c = bytes[at]!;
    for (; byteClass[c] === CLASS_WORD || c === 43; c = bytes[++at]!) hash = Math.imul(hash ^ c, FNV_PRIME);
    if (at === start || c === 60) return -1;
    if (c === 32 && bytes[at + 1] === 58 && bytes[at + 2] === 32) {
      at += 3;
      const type = at;
      hash = Math.imul(hash ^ 58, FNV_PRIME);
      for (c = bytes[at]!; byteClass[c] === CLASS_WORD; c = bytes[++at]!) hash = Math.imul(hash ^ c, FNV_PRIME);
      if (at === type || c === 60) return -1;
    } else if (c === 32 || c === 58) return -1;
    this.#hash = hash;
    return at;
  }

  type(): number {
    const reader = this.#reader;
    const start = reader.position();
    this.#hash = FNV_OFFSET;
    const end = this.#bytes[start] === 40 ? -1 : this.#scanType(start);
    return this.#understand(this.#types, start, end, (reader) => parseType(reader).id);
  }

  #refuseSignature(): never {
    const at = this.#reader.position();
    parseType(this.#reader);
    return this.#reader.fail("expected function type", at);
  }

  #findSignature(start: number): number {
    this.#hash = FNV_OFFSET;
    const end = this.#scanSignature(start);
    return this.#understand(this.#signatures, start, end, (reader) => parseFunctionType(reader).id);
  }

  /** Parses the dictionary of an operation with this name. Returns its id, or 0 if it is empty. */
  dictionary(name: number): number {
    const reader = this.#reader;
    // Does not cache dictionaries of symbols, because each symbol has a different name.
    if ((reader.context.names[name]!.traitBits & traitBit.Symbol) !== 0) return readDictionary(reader);
    const start = reader.at;
    this.#hash = FNV_OFFSET;
    return this.#understand(this.#dictionaries, start, this.#scanBrackets(start), readDictionary);
  }

  #scanSignature(start: number): number {
    const bytes = this.#bytes;
    let at = this.#scanBrackets(start);
    if (at < 0) return -1;
    let hash = this.#hash;
    let c = bytes[at]!;
    // The parser checks the arrow, so the scan only skips it.
    for (; c === 32 || c === 45 || c === 62; c = bytes[++at]!) hash = Math.imul(hash ^ c, FNV_PRIME);
    this.#hash = hash;
    return c === 40 ? this.#scanBrackets(at) : this.#scanType(at);
  }

  /** Scans a type `!?word(<…>)?`. Returns the end, or -1 for other text. */
  #scanType(start: number): number {
    const bytes = this.#bytes;
    let hash = this.#hash;
    let at = start;
    let c = bytes[at]!;
    if (c === 33) {
      hash = Math.imul(hash ^ c, FNV_PRIME);
      c = bytes[++at]!;
    }
    while (byteClass[c] === CLASS_WORD && c !== 45) {
      hash = Math.imul(hash ^ c, FNV_PRIME);
      c = bytes[++at]!;
    }
    this.#hash = hash;
    if (at === start) return -1;
    return c === 60 ? this.#scanBrackets(at) : at;
  }

  /** Scans from an opening to its closing bracket. Returns -1 if the closing bracket is missing, or for a comment. */
  #scanBrackets(start: number): number {
    const bytes = this.#bytes;
    let hash = this.#hash;
    let at = start;
    let depth = 0;
    for (;;) {
      const c = bytes[at]!;
      hash = Math.imul(hash ^ c, FNV_PRIME);
      at++;
      if (c > 125 || (c > 62 && c < 91)) continue;
      if (c === 40 || c === 60 || c === 91 || c === 123) depth++;
      else if (c === 41 || c === 93 || c === 125 || (c === 62 && bytes[at - 2] !== 45 && bytes[at] !== 61)) {
        if (--depth === 0) break;
      } else if (c === 34) {
        let s = bytes[at]!;
        while (s !== 34) {
          if (s === 0 || s === 10) return -1;
          hash = Math.imul(hash ^ s, FNV_PRIME);
          if (s === 92) hash = Math.imul(hash ^ bytes[++at]!, FNV_PRIME);
          s = bytes[++at]!;
        }
        at++;
      } else if (c === 0 || (c === 47 && bytes[at] === 47)) return -1;
    }
    this.#hash = hash;
    return at;
  }
}

function readDictionary(reader: Reader): number {
  const { data, id } = parseAttribute(reader);
  return data.kind === "dictionary" && data.entries.length === 0 ? 0 : id;
}
