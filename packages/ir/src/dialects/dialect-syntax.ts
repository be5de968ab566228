/** Syntax of an attribute `#dialect.name<body>`. */
export interface DialectAttribute {
  /** Parses the text after the name, including brackets. Returns the text in MLIR's printed form. */
  parse(parser: AttributeParser): string;
}

/** Parser for the body of a dialect attribute: a part of MLIR's `AsmParser`. Offsets are in bytes. */
export interface AttributeParser {
  /** Offset of the next token. */
  getLocation(): number;
  /** Parses a word or a quoted string; returns "" if neither is next. */
  parseOptionalKeywordOrString(): string;
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
  /**
   * Attributes of the dialect that the parser can parse. The parser copies the text of other attributes, or refuses
   * them if `isClosed` is set.
   */
  readonly attributes?: Readonly<Record<string, DialectAttribute>>;
  /** Whether attributes that are not in `attributes`, and all types, are refused. */
  readonly isClosed?: boolean;
  /** Whether operations that the dialect does not define are accepted as unregistered operations. */
  readonly allowUnknownOps?: boolean;
}
