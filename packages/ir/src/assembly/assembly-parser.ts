import type { Attribute, AttributeContext, Type } from "../attributes/attribute.ts";

import type { AttributeParser } from "../dialects/dialect-syntax.ts";

/** Argument of an entry block that is named before the region in the text of its operation. */
export interface RegionArgument {
  /** Byte offset of the name. */
  readonly at: number;
  /** Name, as a key of the parser's tables. */
  readonly key: number;
  type: Type | undefined;
  /** Location number as in the store, or 0 for the position of the name. */
  location: number;
}

/**
 * Parser that directives use: MLIR's `OpAsmParser` (`mlir/include/mlir/IR/OpImplementation.h`). Methods whose names do
 * not contain `optional` fail with MLIR's error if their element is missing. Offsets are in bytes.
 */
export interface AssemblyParser extends AttributeParser {
  readonly context: AttributeContext;
  /** Byte offset of the operation's name. */
  readonly nameLocation: number;
  /** Fails with the error `custom op 'name' message`. */
  fail(message: string, at?: number): never;
  /** Fails with `message` alone. */
  failPlain(message: string, at?: number): never;
  /** Name of the attribute that the format is reading. */
  readonly attributeName: string;
  /** Returns whether one of these words is next. */
  isKeywordNext(keywords: readonly string[]): boolean;
  /** Returns the next byte after blanks and comments. */
  peek(): number;

  parseKeyword(keyword: string): void;
  parseOptionalKeyword(keyword: string): boolean;
  /** Parses a word. Returns "" if no word is next. */
  parseOptionalWord(): string;
  parseInteger(width?: number): bigint;
  parseOptionalInteger(width?: number): bigint | undefined;
  parseString(): Attribute;
  /** Parses `@name` and returns it as a string attribute. */
  parseSymbolName(): Attribute;
  parseOptionalSymbolName(): Attribute | undefined;

  parseType(): Type;
  /** Parses `type (',' type)*`. */
  parseTypeList(): readonly Type[];
  parseParenthesizedTypes(): readonly Type[];
  /** Parses `('->' (type | '(' types ')'))?`. */
  parseOptionalArrowTypes(): readonly Type[];
  parseFunctionType(): Type & { readonly data: { readonly kind: "function" } };
  /** Parses an attribute. If `type` is set, numbers have no type in the text. */
  parseAttribute(type?: Type): Attribute;
  /** Parses `(d0, d1) -> (d1, d0)`, the content of `affine_map<…>`. */
  parseAffineMap(): Attribute;
  /** Parses elements of a type, without a type after them. */
  parseElements(type: Type): Attribute;
  setAttribute(name: string, value: Attribute): void;
  /** Sets an attribute that may already be set. */
  replaceAttribute(name: string, value: Attribute): void;
  getAttribute(name: string): Attribute | undefined;
  /**
   * Parses `{…}` if it is next. The text must not contain the names in `inferred`, because their values follow from the
   * rest.
   */
  parseOptionalAttributes(options?: { readonly withKeyword?: boolean; readonly inferred?: readonly string[] }): void;
  /** Parses `{…}` without adding its entries to the operation. */
  parseOptionalDictionary(): Attribute | undefined;

  /** Parses an operand and adds it to a group. */
  parseOperand(group: string): void;
  parseOptionalOperand(group: string): boolean;
  /** Parses `operand (',' operand)*`, or nothing. Returns the number of operands. */
  parseOperandList(group: string): number;
  operandCount(group: string): number;
  /** Returns the types of a group that were already parsed. */
  operandTypes(group: string): readonly Type[];
  setOperandTypes(group: string, types: readonly Type[]): void;
  setResultTypes(group: string, types: readonly Type[]): void;
  parseSuccessor(): void;

  /** Parses `%name`, as input for {@link setRegionArguments}. */
  parseArgument(): RegionArgument;
  /** Parses `%name : type loc(…)?`. */
  parseTypedArgument(options?: {
    readonly withAttributes?: (attributes: Attribute | undefined) => void;
  }): RegionArgument;
  /** Sets the entry block arguments of the next region. */
  setRegionArguments(argumentsOfEntry: readonly RegionArgument[]): void;
  /** Returns whether the last parsed region is empty. */
  lastRegionIsEmpty(): boolean;
  lastRegionLocation(): number;
  /** Adds a region that has no text, such as a missing `else`. */
  addEmptyRegion(): void;
}
