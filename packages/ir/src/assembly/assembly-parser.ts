import type { Attribute, AttributeContext, Type } from "../attributes/attribute.ts";

import type { AttributeParser } from "../dialects/dialect-syntax.ts";

/** An argument of the entry block that the text of an operation names before its region. */
export interface RegionArgument {
  /** Where its name stands: a byte offset. */
  readonly at: number;
  /** The name, as a key of the parser's tables. */
  readonly key: number;
  type: Type | undefined;
  /** As the store holds it; 0 for the place of the name. */
  location: number;
}

/**
 * What a directive reads with: MLIR's `OpAsmParser` (`mlir/include/mlir/IR/OpImplementation.h`). Everything that is not
 * `optional` ends the parsing with MLIR's error if it is not there. Offsets are in bytes.
 */
export interface AssemblyParser extends AttributeParser {
  readonly context: AttributeContext;
  /** Where the name of the operation begins. */
  readonly nameLocation: number;
  /** Ends with `custom op 'name' message`. */
  fail(message: string, at?: number): never;
  /** Ends with the message alone. */
  failPlain(message: string, at?: number): never;
  /** The attribute of the format that is being read. */
  readonly attributeName: string;
  /** Whether one of these words is next. */
  isKeywordNext(keywords: readonly string[]): boolean;
  /** The byte that is next, blanks and comments skipped. */
  peek(): number;

  parseKeyword(keyword: string): void;
  parseOptionalKeyword(keyword: string): boolean;
  /** Any word that is next, or "". */
  parseOptionalWord(): string;
  parseInteger(width?: number): bigint;
  parseOptionalInteger(width?: number): bigint | undefined;
  parseString(): Attribute;
  /** `@name` as a string attribute. */
  parseSymbolName(): Attribute;
  parseOptionalSymbolName(): Attribute | undefined;

  parseType(): Type;
  /** `type (',' type)*` */
  parseTypeList(): readonly Type[];
  parseParenthesizedTypes(): readonly Type[];
  /** `('->' (type | '(' types ')'))?` */
  parseOptionalArrowTypes(): readonly Type[];
  parseFunctionType(): Type & { readonly data: { readonly kind: "function" } };
  /** With a type, none is read behind a number. */
  parseAttribute(type?: Type): Attribute;
  /** `(d0, d1) -> (d1, d0)` without `affine_map<…>` around it. */
  parseAffineMap(): Attribute;
  /** Elements of that type, which is not read behind them. */
  parseElements(type: Type): Attribute;
  setAttribute(name: string, value: Attribute): void;
  /** Sets it anew if it was set. */
  replaceAttribute(name: string, value: Attribute): void;
  getAttribute(name: string): Attribute | undefined;
  /** `{…}`, if it is there. `inferred`: names that follow from the rest of the text and must not be in it. */
  parseOptionalAttributes(options?: { readonly withKeyword?: boolean; readonly inferred?: readonly string[] }): void;
  /** `{…}` on its own. */
  parseOptionalDictionary(): Attribute | undefined;

  /** Adds an operand to the group of that name. */
  parseOperand(group: string): void;
  parseOptionalOperand(group: string): boolean;
  /** `operand (',' operand)*`, or nothing; answers how many. */
  parseOperandList(group: string): number;
  operandCount(group: string): number;
  /** Of a group whose types are known already. */
  operandTypes(group: string): readonly Type[];
  setOperandTypes(group: string, types: readonly Type[]): void;
  setResultTypes(group: string, types: readonly Type[]): void;
  parseSuccessor(): void;

  /** `%name`, for {@link setRegionArguments}. */
  parseArgument(): RegionArgument;
  /** `%name : type loc(…)?` */
  parseTypedArgument(options?: {
    readonly withAttributes?: (attributes: Attribute | undefined) => void;
  }): RegionArgument;
  /** Arguments of the entry block of the region that comes next. */
  setRegionArguments(argumentsOfEntry: readonly RegionArgument[]): void;
  /** Of the region that was read last. */
  lastRegionIsEmpty(): boolean;
  lastRegionLocation(): number;
  /** A region without a text of its own: an absent `else`. */
  addEmptyRegion(): void;
}
