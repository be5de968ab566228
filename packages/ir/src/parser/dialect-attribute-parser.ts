import type { AttributeParser } from "../dialects/dialect-syntax.ts";
import type { Reader } from "./reader.ts";

/** Parses the attribute at `start` again, if its dialect has a parser for it. Returns its text, such as `.name<…>`. */
export function parseKnownBody(reader: Reader, dialect: string, start: number): string | undefined {
  const { attributes, isClosed = false } = reader.context.findDialect(dialect) ?? {};
  const end = reader.at;
  const nameAt = start + dialect.length + 2;
  if (attributes === undefined) {
    if (isClosed) reader.fail(`dialect '${dialect}' provides no attribute parsing hook`, nameAt);
    return undefined;
  }
  reader.at = nameAt;
  const name = reader.word();
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (attribute === undefined) {
    if (isClosed && name === "") reader.fail("expected valid keyword");
    if (isClosed) reader.failToken(`unknown attribute \`${name}\` in dialect \`${dialect}\``, nameAt);
    reader.at = end;
    return undefined;
  }
  const body = attribute.parse(new BodyParser(reader));
  // As in MLIR, ignores text before the closing bracket that the attribute's parser did not read.
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
