/** An attribute `#dialect.name<body>`. */
export interface DialectAttribute {
  /** Parses the text after the name, including brackets. Returns the text in MLIR's printed form. */
  parse(parser: AttributeParser): string;
}

/** Parser for the body of an attribute (part of MLIR's `AsmParser`). Offsets are in bytes. */
export interface AttributeParser {
  /** Offset of the next token. */
  getLocation(): number;
  /** Parses a word or a quoted string; returns "" if neither is next. */
  parseOptionalKeywordOrString(): string;
  parsePunctuation(text: string): void;
  parseOptionalPunctuation(text: string): boolean;
  fail(message: string, at?: number): never;
  /** If `parse` fails, reports this message as well, at the position reached. */
  alsoFailing<T>(parse: () => T, message: string): T;
}

/** The part of a dialect that the parser needs. */
export interface DialectSyntax {
  readonly name: string;
  /** Attributes of the dialect that are parsed. Others keep their text, unless the dialect is closed. */
  readonly attributes?: Readonly<Record<string, DialectAttribute>>;
  /** Whether attributes that are not in `attributes`, and all types, are refused. */
  readonly isClosed?: boolean;
  /** Whether unlisted operations of the namespace are accepted as unregistered. */
  readonly allowUnknownOps?: boolean;
}
