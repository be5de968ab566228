import type { Attribute, Type } from "../attributes/attribute.ts";
import { threw, wrongResultOf } from "../dialect-code.ts";
import type { CodeOfDialect } from "../dialect-code.ts";
import { shown } from "@passwright/core";
import { byteString, bytesOf, textOf } from "../text/bytes.ts";
import { upstream } from "../dialects/upstream.ts";
import { Source } from "../text/source.ts";
import type { AttributeParser, DialectAttribute } from "../dialects/dialect-syntax.ts";
import { parseAttribute, parseNumberOfType } from "./attribute-parser.ts";
import { parseOpaqueSymbol } from "./opaque-parser.ts";
import { byteClass, CLASS_WORD, Reader } from "./reader.ts";
import { parseType } from "./type-parser.ts";

/**
 * Parses an attribute or type from `start` to `end` again, if its dialect declares it. Returns its text, such as
 * `.name<…>`.
 */
export function parseKnownBody(
  reader: Reader,
  what: "attribute" | "type",
  dialect: string,
  start: number,
  end: number,
): string | undefined {
  const syntax = reader.context.findDialect(dialect);
  const declared = what === "type" ? syntax?.types : syntax?.attributes;
  const isClosed = syntax?.isClosed === true || (what === "type" && declared !== undefined);
  const next = reader.at;
  const nameAt = start + dialect.length + 2;
  if (declared === undefined) {
    if (isClosed) reader.fail(`dialect '${dialect}' provides no ${what} parsing hook`, nameAt);
    return undefined;
  }
  reader.at = nameAt;
  const name = reader.word();
  const found = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (found === undefined) {
    if (isClosed && name === "") reader.fail("expected valid keyword");
    if (isClosed) reader.failToken(`unknown ${what} \`${name}\` in dialect \`${dialect}\``, nameAt);
    reader.at = next;
    return undefined;
  }
  if (found.parse === undefined && reader.bytes[reader.at] === 60)
    reader.fail(`${what} \`${name}\` does not have parameters`, reader.at);
  // Computed only for errors, because `locate` searches the whole text for line breaks.
  const describe = (): CodeOfDialect => {
    const at = reader.source.locate(start);
    return [`\`parse\` of ${what} \`${dialect}.${name}\``, { at, plugin: dialect, pluginKind: "dialect" }];
  };
  // MLIR's own dialects ignore the text before the closing bracket that `parse` did not read.
  const least = upstream.has(dialect) ? 0 : end - (reader.bytes[nameAt - 1] === 60 ? 1 : 0);
  const body = found.parse === undefined ? "" : parseBody(reader, found, least, describe);
  reader.at = next;
  return `.${name}${body}`;
}

/** Calls the function `parse` of a dialect, and checks that it read the whole text and returned a text in brackets. */
function parseBody(reader: Reader, { parse }: DialectAttribute, end: number, describe: () => CodeOfDialect): string {
  let body: unknown;
  try {
    body = parse!(new BodyParser(reader));
  } catch (thrown) {
    throw threw(describe(), thrown);
  }
  reader.next();
  if (reader.at < end) {
    const rest = textOf(byteString(reader.bytes, reader.at, end));
    throw wrongResultOf(
      describe(),
      `before the text \`${rest}\``,
      "parse the text up to the last bracket, or call `parser.fail`",
    );
  }
  if (typeof body !== "string" || !isBody(reader, body))
    throw wrongResultOf(describe(), shown(body), "return the text after the name, with its brackets, such as `<2>`");
  return body;
}

function isBody({ context }: Reader, body: string): boolean {
  if (body === "") return true;
  const source = Source.fromBytes(bytesOf(`!a.b${body}`), "");
  const reader = new Reader(context, source, 1);
  try {
    parseOpaqueSymbol(reader, "type", 0);
    return body.startsWith("<") && reader.at === source.end;
  } catch {
    return false;
  }
}

/** Parser for words, numbers, types and attributes. */
export class BodyParser implements AttributeParser {
  protected readonly reader: Reader;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  getLocation(): number {
    return this.reader.position();
  }

  parseOptionalKeywordOrString(): string {
    return this.reader.keywordOrString();
  }

  parsePunctuation(text: string, where = ""): void {
    if (!this.reader.takeText(text)) this.reader.failExpected(`expected '${text}'${where}`);
  }

  parseOptionalPunctuation(text: string): boolean {
    return this.reader.takeText(text);
  }

  isLiteral(text: string, isWord: boolean): boolean {
    const { reader } = this;
    reader.next();
    const { bytes, at } = reader;
    const { length } = text;
    for (let i = 0; i < length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
    if (!isWord) return true;
    const follower = bytes[at + length]!;
    return byteClass[follower] !== CLASS_WORD || follower === 45;
  }

  parseOptionalKeyword(keyword: string): boolean {
    const isNext = this.isLiteral(keyword, true);
    if (isNext) this.reader.at += keyword.length;
    return isNext;
  }

  parseInteger(width = 64): bigint {
    return this.parseOptionalInteger(width) ?? this.fail("expected integer value");
  }

  parseOptionalInteger(width = 64): bigint | undefined {
    const { reader } = this;
    const c = reader.next();
    const { at } = reader;
    const isNegative = reader.take("-");
    if (!isNegative && (c < 48 || c > 57)) {
      // As in MLIR, `true` is the signed one-bit number -1.
      return this.parseOptionalKeyword("true") ? -1n : this.parseOptionalKeyword("false") ? 0n : undefined;
    }
    const text = reader.integerText();
    if (text === "") reader.failExpected("expected integer value");
    const signed = isNegative ? -BigInt(text) : BigInt(text);
    return BigInt.asIntN(width, signed) === signed ? signed : this.fail("integer value too large", at);
  }

  parseType(): Type {
    return parseType(this.reader);
  }

  parseAttribute(type?: Type): Attribute {
    const number = type === undefined ? undefined : parseNumberOfType(this.reader, type);
    return number ?? parseAttribute(this.reader);
  }

  fail(message: string, at: number = this.getLocation()): never {
    return this.reader.fail(message, at);
  }

  alsoFailing<T>(parse: () => T, message: string, at?: number): T {
    return this.reader.alsoFailing(parse, message, at);
  }
}
