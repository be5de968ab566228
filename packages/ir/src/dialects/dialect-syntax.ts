import type { Attribute, Type } from "../attributes/attribute.ts";
import { badAttributeFormat } from "../errors.ts";

/** Syntax of an attribute `#dialect.name<body>` or a type `!dialect.name<body>`. */
export interface DialectAttribute {
  /**
   * Parses the whole text after the name, including brackets. Returns this text in its printed form, which must be empty
   * or in brackets. Without this function, the name must not be followed by a text in brackets.
   */
  parse?(parser: AttributeParser): string;
}

/** Parser for the body of a dialect attribute: a part of MLIR's `AsmParser`. Offsets are in bytes. */
export interface AttributeParser {
  /** Offset of the next token. */
  getLocation(): number;
  /** Parses a word or a quoted string; returns "" if neither is next. */
  parseOptionalKeywordOrString(): string;
  /** Parses this keyword if it is next. Returns whether the keyword was parsed. */
  parseOptionalKeyword(keyword: string): boolean;
  /** Parses an integer, such as `-3`. The integer must fit into `width` bits. Default: 64. */
  parseInteger(width?: number): bigint;
  /** Parses an integer if the next token is an integer. Otherwise, returns `undefined` and consumes nothing. */
  parseOptionalInteger(width?: number): bigint | undefined;
  /** Parses a type, such as `memref<4xf32>`. The template `${type}` returns its text. */
  parseType(): Type;
  /** Parses an attribute. If `type` is set, numbers must be written without a type, and get this type. */
  parseAttribute(type?: Type): Attribute;
  /** Parses this punctuation, such as `,`, and fails for any other text. `where` is appended to the error message. */
  parsePunctuation(text: string, where?: string): void;
  /** Parses this punctuation, such as `->`, if it is next. Returns whether the punctuation was parsed. */
  parseOptionalPunctuation(text: string): boolean;
  /** Ends parsing with an error at an offset, or at the current position. */
  fail(message: string, at?: number): never;
  /** Calls `parse`. If `parse` fails, also reports `message`, at the given offset or where parsing stopped. */
  alsoFailing<T>(parse: () => T, message: string, at?: number): T;
}

/** Members of a dialect that the parser needs. */
export interface DialectSyntax {
  /** Name of the dialect: the part of operation names before the dot. */
  readonly name: string;
  /** Attributes by name. The parser copies the text of other attributes, or refuses them if `isClosed` is set. */
  readonly attributes?: Readonly<Record<string, DialectAttribute>>;
  /** Types by name. The parser refuses other types. Default: the parser copies the text of all types. */
  readonly types?: Readonly<Record<string, DialectAttribute>>;
  /** Whether the parser refuses attributes that are not in `attributes`, and types that are not in `types`. */
  readonly isClosed?: boolean;
  /** Whether operations that the dialect does not define are accepted as unregistered operations. */
  readonly allowUnknownOps?: boolean;
}

/**
 * Returns the syntax of a set of flags, such as `<a, b>`. The flags are printed in a fixed order (`BitEnumAttr`).
 * @throws UsageError PWI0017 if the printed flags could not be parsed again.
 */
export function flagSet(options: {
  readonly cases: readonly string[];
  /** Keyword that means all flags. */
  readonly all?: string;
  /** `,` or `|`, with the spaces that are printed around it. */
  readonly separator: string;
  /** C++ names of the attribute and of its value, for error messages. */
  readonly attributeName: string;
  readonly cppName: string;
}): DialectAttribute {
  const { cases, all, separator, attributeName, cppName } = options;
  const known = ["none", ...cases, ...(all === undefined ? [] : [all])];
  const wrong = known.find((word, index) => !/^[A-Za-z_][\w$.]*$/.test(word) || known.indexOf(word) < index);
  if (wrong !== undefined) throw badAttributeFormat("flagSet", `case \`${wrong}\` occurs twice or is not a word`);
  if (!/^ *[,|] *$/.test(separator)) throw badAttributeFormat("flagSet", "the separator must be `,` or `|`");
  const parseWords = (parser: AttributeParser): readonly string[] => {
    const at = parser.getLocation();
    const words: string[] = [];
    do {
      const word = parser.parseOptionalKeywordOrString();
      if (word === "") parser.fail("expected valid keyword or string");
      if (!known.includes(word)) parser.fail(`expected ${cppName} to be one of: ${known.join(", ")}`, at);
      words.push(word);
    } while (parser.parseOptionalPunctuation(separator.trim()));
    return words;
  };
  return {
    parse(parser) {
      parser.parsePunctuation("<");
      const failure = `failed to parse ${attributeName} parameter 'value' which is to be a \`${cppName}\``;
      const words = parser.alsoFailing(() => parseWords(parser), failure);
      parser.parsePunctuation(">");
      const isSet = (flag: string): boolean => words.includes(flag) || (all !== undefined && words.includes(all));
      const set = cases.filter(isSet);
      if (set.length === 0) return "<none>";
      return all !== undefined && set.length === cases.length ? `<${all}>` : `<${set.join(separator)}>`;
    },
  };
}
