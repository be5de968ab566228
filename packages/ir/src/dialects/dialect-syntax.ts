/** An attribute `#dialect.name<body>`. */
export interface DialectAttribute {
  /** Reads what stands behind the name, brackets and all, and answers it as MLIR prints it. */
  parse(parser: AttributeParser): string;
}

/** What the body of an attribute is read with (part of MLIR's `AsmParser`). Offsets are in bytes. */
export interface AttributeParser {
  /** Where the next token begins. */
  getLocation(): number;
  /** A word, or what stands between quotation marks; "" if neither is next. */
  parseOptionalKeywordOrString(): string;
  parsePunctuation(text: string): void;
  parseOptionalPunctuation(text: string): boolean;
  fail(message: string, at?: number): never;
  /** If `parse` fails, says this too, of the place that was reached. */
  alsoFailing<T>(parse: () => T, message: string): T;
}

/** What reading text needs of a dialect. */
export interface DialectSyntax {
  readonly name: string;
  /** Attributes of the dialect whose text is understood; others are kept as they are, unless the dialect is closed. */
  readonly attributes?: Readonly<Record<string, DialectAttribute>>;
  /** It has no other attributes than `attributes`, and no types: others are refused. */
  readonly isClosed?: boolean;
  /** Operations of the namespace that are not listed are accepted as unregistered. */
  readonly allowUnknownOps?: boolean;
}
