import type { AttributeParser } from "../dialects/dialect-syntax.ts";
import type { Reader } from "./reader.ts";

/** Parses an attribute or type at `start` again, if its dialect declares it. Returns its text, such as `.name<…>`. */
export function parseKnownBody(
  reader: Reader,
  what: "attribute" | "type",
  dialect: string,
  start: number,
): string | undefined {
  const syntax = reader.context.findDialect(dialect);
  const declared = what === "type" ? syntax?.types : syntax?.attributes;
  const isClosed = syntax?.isClosed === true || (what === "type" && declared !== undefined);
  const end = reader.at;
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
    reader.at = end;
    return undefined;
  }
  if (found.parse === undefined && reader.bytes[reader.at] === 60)
    reader.fail(`${what} \`${name}\` does not have parameters`, reader.at);
  const body = found.parse?.(new BodyParser(reader)) ?? "";
  // As in MLIR, ignores text before the closing bracket that the parser did not read.
  reader.at = end;
  return `.${name}${body}`;
}

/** Parser for punctuation and words. */
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

  fail(message: string, at: number = this.getLocation()): never {
    return this.reader.fail(message, at);
  }

  alsoFailing<T>(parse: () => T, message: string, at?: number): T {
    return this.reader.alsoFailing(parse, message, at);
  }
}
