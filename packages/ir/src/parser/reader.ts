import type { Diagnostic, Note } from "@passwright/core";
import type { Attribute, Type } from "../attributes/attribute.ts";
import type { NameContext } from "../dialects/operation-name.ts";
import { syntaxError } from "../errors.ts";
import { byteString } from "../text/bytes.ts";
import type { Source } from "../text/source.ts";
import { escapeLength, hexValue, lexicalError } from "./lexical-error.ts";

/** Error that the reader throws. The exported parsing functions convert the error to a result. */
export class ParseFailure extends Error {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]!.message);
    this.diagnostics = diagnostics;
  }
}

/** Returns the result of `parse`, or `undefined` if the text is invalid. */
export function ifParsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (thrown) {
    if (thrown instanceof ParseFailure) return undefined;
    throw thrown;
  }
}

/** Class of bytes that belong to words. */
export const CLASS_WORD = 1;
export const CLASS_SPACE = 2;
/** Codes of the tokens `{-#` and `#-}` around file metadata. The codes are greater than any byte. */
export const METADATA = 256;
const METADATA_END = 257;
/** Classes of bytes. Letters, digits and `_ $ . -` belong to words, so callers must check for the token `->`. */
export const byteClass: Uint8Array = new Uint8Array(256);
for (const c of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.-")
  byteClass[c.charCodeAt(0)] = CLASS_WORD;
for (const c of " \t\r\n") byteClass[c.charCodeAt(0)] = CLASS_SPACE;

export function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

export function isLetter(c: number): boolean {
  return (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c === 95;
}

/** Returns the end of `suffix-id ::= digit+ | (letter|[_$.-]) (letter|digit|[_$.-])*` at an offset. */
export function suffixEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  if (isDigit(bytes[at]!)) while (isDigit(bytes[at]!)) at++;
  else while (byteClass[bytes[at]!] === CLASS_WORD) at++;
  return at;
}

/** Maximum nesting depth of types and attributes, whose parsers are recursive, unlike the parser of operations. */
const DEEPEST = 2100;

/** Reads MLIR's tokens from a source, starting at the current position (`mlir/lib/AsmParser/Lexer.cpp`). */
export class Reader {
  readonly context: NameContext;
  readonly source: Source;
  readonly bytes: Uint8Array;
  readonly end: number;
  /** Byte offset of the next token. */
  at: number;
  /** Aliases defined so far by `#name = …` and `!name = …`. Keys are names without the sigil. */
  readonly attributeAliases: Map<string, Attribute> = new Map();
  readonly typeAliases: Map<string, Type> = new Map();
  /** First uses of location aliases. These are parsed on demand, because their definitions can follow later. */
  readonly aliasedLocations: Map<string, number> = new Map();
  /** Distinct attributes defined so far by `distinct[n]<…>`, by number. The numbers are local to a text. */
  readonly distinctAttributes: Map<string, Attribute> = new Map();
  /** Returns the id of the function type at the current position, from a cache, which is faster than parsing. */
  findFunctionType: (() => number) | undefined = undefined;
  #depth = 0;

  constructor(context: NameContext, source: Source, at = 0) {
    this.context = context;
    this.source = source;
    this.bytes = source.bytes;
    this.end = source.end;
    this.at = at;
  }

  /** Skips blanks and comments. Returns the next byte, 0 at the end, or a code such as {@link METADATA}. */
  next(): number {
    const { bytes } = this;
    let at = this.at;
    for (;;) {
      const c = bytes[at]!;
      if (byteClass[c] === CLASS_SPACE) at++;
      else if (c === 47 && bytes[at + 1] === 47) {
        at += 2;
        while (bytes[at] !== 10 && at < this.end) at++;
      } else if (c === 0 && at < this.end) at++;
      else break;
    }
    this.at = at;
    const c = bytes[at]!;
    if ((c !== 123 && c !== 35) || bytes[at + 1] !== 45) return c;
    if (c === 123) return bytes[at + 2] === 35 ? METADATA : c;
    return bytes[at + 2] === 125 ? METADATA_END : c;
  }

  fail(message: string, at: number = this.#here(), notes: readonly Note[] = [], help: readonly string[] = []): never {
    // If the next token is invalid, reports only this token, because MLIR reads one token ahead.
    this.next();
    const wrong = lexicalError(this.bytes, this.at, this.end);
    if (wrong !== undefined) throw new ParseFailure([syntaxError(wrong.message, this.source.locate(wrong.at), [])]);
    throw new ParseFailure([syntaxError(message, this.source.locate(at), notes, help)]);
  }

  note(message: string, at: number): Note {
    return { message, at: this.source.locate(at) };
  }

  /** Whether the text so far defines or uses aliases. */
  get hasAliases(): boolean {
    return this.attributeAliases.size > 0 || this.typeAliases.size > 0 || this.aliasedLocations.size > 0;
  }

  /** Returns the position for errors. At the end of the text, this is the last character (`Parser::emitError`). */
  #here(): number {
    return this.at >= this.end ? Math.max(0, this.end - 1) : this.at;
  }

  /** Reports an invalid token, with the message of the lexer. */
  failToken(message: string, at: number = this.at): never {
    this.at = at;
    throw new ParseFailure([syntaxError(message, this.source.locate(at), [])]);
  }

  /** Reports the same error at each of the byte offsets, in the order of the text. Does nothing if there are none. */
  failAtEach(message: string, offsets: readonly number[]): void {
    if (offsets.length === 0) return;
    const sorted = [...offsets].sort((a, b) => a - b);
    throw new ParseFailure(sorted.map((at) => syntaxError(message, this.source.locate(at), [])));
  }

  /** Calls `parse`. If `parse` fails, adds `message` as a second error, as the callers of the parser do in MLIR. */
  alsoFailing<T>(parse: () => T, message: string, at?: number): T {
    try {
      return parse();
    } catch (thrown) {
      if (!(thrown instanceof ParseFailure)) throw thrown;
      this.next();
      if (lexicalError(this.bytes, this.at, this.end) !== undefined) throw thrown;
      const more = syntaxError(message, this.source.locate(at ?? this.at), []);
      throw new ParseFailure([...thrown.diagnostics, more]);
    }
  }

  /** Reports a missing token. The caret is after the previous token, as in MLIR (`Parser::emitWrongTokenError`). */
  failExpected(message: string): never {
    this.next();
    const { bytes } = this;
    let at = this.#here();
    for (;;) {
      while (at > 0 && (bytes[at - 1] === 32 || bytes[at - 1] === 9)) at--;
      if (at === 0) this.fail(message);
      if (bytes[at - 1] !== 10 && bytes[at - 1] !== 13) this.fail(message, at);
      at--;
      // Skips comments, because the caret is never after a comment.
      let line = at;
      while (line > 0 && bytes[line - 1] !== 10 && bytes[line - 1] !== 13) line--;
      const comment = this.source.slice(line, at).indexOf("//");
      if (comment >= 0) at = line + comment;
    }
  }

  /** Skips `character` if it is next. Returns whether `character` was next. */
  take(character: string): boolean {
    if (this.next() !== character.charCodeAt(0)) return false;
    // The lexer reads an arrow `->` as one token, not as a minus.
    if (character === "-" && this.bytes[this.at + 1] === 62) return false;
    this.at++;
    return true;
  }

  expect(character: string, message: string): void {
    if (!this.take(character)) this.failExpected(message);
  }

  /** Skips blanks and comments. Returns the byte offset of the next token. */
  position(): number {
    this.next();
    return this.at;
  }

  /** Parses elements between commas, up to a closing bracket. `message` is the error for a missing bracket. */
  list<T>(close: string, message: string, parse: (reader: Reader) => T): T[] {
    const list: T[] = [];
    if (this.take(close)) return list;
    do list.push(parse(this));
    while (this.take(","));
    this.expect(close, message);
    return list;
  }

  /** Skips punctuation of several characters, such as `->`, if it is next. */
  takeText(text: string): boolean {
    this.next();
    for (let i = 0; i < text.length; i++) if (this.bytes[this.at + i] !== text.charCodeAt(i)) return false;
    this.at += text.length;
    return true;
  }

  /** Parses `bare-id ::= (letter|[_]) (letter|digit|[_$.])*`. Returns "" if no word is next. */
  word(): string {
    if (!isLetter(this.next())) return "";
    const start = this.at;
    this.#wordTail();
    return byteString(this.bytes, start, this.at);
  }

  /** Parses a word or a quoted string. Returns "" if the next token is neither a word nor a string. */
  keywordOrString(): string {
    return this.next() === 34 ? this.string("expected string") : this.word();
  }

  peekWord(): string {
    const start = this.position();
    const word = this.word();
    this.at = start;
    return word;
  }

  #wordTail(): void {
    const { bytes } = this;
    while (byteClass[bytes[this.at]!] === CLASS_WORD && bytes[this.at] !== 45) this.at++;
  }

  takeWord(word: string): boolean {
    if (this.peekWord() !== word) return false;
    this.at += word.length;
    return true;
  }

  /** Parses the text after a sigil (see {@link suffixEnd}). Returns "" for other text. */
  suffix(): string {
    const start = this.at;
    this.at = suffixEnd(this.bytes, start);
    return byteString(this.bytes, start, this.at);
  }

  /** Parses a decimal or hexadecimal integer, or returns "". A number with a point, such as `1.`, is not an integer. */
  integerText(): string {
    const start = this.at;
    const text = this.#digits();
    if (text === "" || this.bytes[this.at] !== 46 || text.startsWith("0x")) return text;
    this.at = start;
    return "";
  }

  #digits(): string {
    if (!isDigit(this.next())) return "";
    const start = this.at;
    const { bytes } = this;
    if (bytes[start] === 48 && bytes[start + 1] === 120 && isHexDigit(bytes[start + 2]!)) {
      this.at += 2;
      while (isHexDigit(bytes[this.at]!)) this.at++;
    } else while (isDigit(bytes[this.at]!)) this.at++;
    return byteString(bytes, start, this.at);
  }

  /** Parses an integer or floating-point literal without sign, or returns "". */
  numberText(): string {
    const start = this.position();
    const integer = this.#digits();
    if (integer === "") return "";
    const { bytes } = this;
    if (bytes[this.at] === 46 && !integer.startsWith("0x")) {
      this.at++;
      while (isDigit(bytes[this.at]!)) this.at++;
      const e = bytes[this.at];
      const sign = bytes[this.at + 1] === 43 || bytes[this.at + 1] === 45 ? 1 : 0;
      if ((e === 101 || e === 69) && isDigit(bytes[this.at + 1 + sign]!)) {
        this.at += 2 + sign;
        while (isDigit(bytes[this.at]!)) this.at++;
      }
    }
    return byteString(bytes, start, this.at);
  }

  /** Parses a string literal. Returns the unescaped byte string. */
  string(message: string): string {
    if (this.next() !== 34) this.failExpected(message);
    const { bytes } = this;
    const start = this.at + 1;
    let hasEscapes = false;
    let at = start;
    for (; bytes[at] !== 34; at++) {
      const c = bytes[at]!;
      if (c === 10 || c === 11 || c === 12 || (c === 0 && at >= this.end)) this.fail(message);
      if (c !== 92) continue;
      if (escapeLength(bytes, at) === 0) this.fail(message);
      hasEscapes = true;
      at += escapeLength(bytes, at) - 1;
    }
    this.at = at + 1;
    if (!hasEscapes) return byteString(bytes, start, at);
    // Concatenating strings would create a tree with one node per escape, and a text can contain millions of escapes.
    const out = new Uint8Array(at - start);
    let length = 0;
    for (let i = start; i < at; i++) {
      const c = bytes[i]!;
      if (c === 92) {
        out[length++] = escapedByte(bytes, i);
        i += escapeLength(bytes, i) - 1;
      } else out[length++] = c;
    }
    return byteString(out, 0, length);
  }

  /** Whether the type or attribute that is being parsed is part of another type or attribute. */
  get isNested(): boolean {
    return this.#depth > 1;
  }

  /** Runs a recursive parser up to a depth. Passes it `a` and `b`, because a closure would need more stack. */
  nested<T, A = undefined, B = undefined>(parse: (reader: Reader, a: A, b: B) => T, a?: A, b?: B): T {
    if (this.#depth >= DEEPEST) this.fail(`types and attributes may be nested at most ${DEEPEST} deep`);
    this.#depth++;
    const result = this.#depth === 1 ? this.#guarded(() => parse(this, a as A, b as B)) : parse(this, a as A, b as B);
    this.#depth--;
    return result;
  }

  /**
   * Reports a text that is too long for a string, or a stack overflow, which is possible below {@link DEEPEST} levels
   * if the caller has used much of the stack.
   */
  #guarded<T>(parse: () => T): T {
    const { at } = this;
    try {
      return parse();
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      const isTooLong = thrown.message.includes("length");
      return this.fail(
        isTooLong
          ? "the text of the type or attribute is too long"
          : "types and attributes are nested too deep for the stack",
        at,
      );
    }
  }
}

function isHexDigit(c: number): boolean {
  return hexValue(c) >= 0;
}

function escapedByte(bytes: Uint8Array, at: number): number {
  const c = bytes[at + 1]!;
  if (c === 34 || c === 92) return c;
  if (c === 110) return 10;
  if (c === 116) return 9;
  return hexValue(c) * 16 + hexValue(bytes[at + 2]!);
}
