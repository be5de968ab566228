import type { Attribute, AttributeContext, NamedAttribute, Type } from "../attributes/attribute.ts";
import type { AttributeConstraint } from "../dialects/attribute-constraints.ts";
import type { AttributeParser } from "../dialects/dialect-syntax.ts";
import { keywordOrString } from "../text/bytes.ts";

/** Part of a format with its own parser and printer (`custom<Name>` in ODS). Directives cannot parse regions. */
export interface AssemblyDirective {
  /** Parses the text of the directive. Reports a problem with `parser.fail`. */
  parse(parser: AssemblyParser): void;
  /** Prints text that `parse` can parse again. */
  print(printer: AssemblyPrinter): void;
  /** Attributes that the directive writes, so that `attr-dict` omits them. */
  readonly binds?: readonly string[];
  /** Returns whether the printer prints the optional group whose anchor is this directive. */
  isPresent?(printer: AssemblyPrinter): boolean;
  /** Returns whether the optional group that starts with this directive is next in the text. */
  starts?(parser: AssemblyParser): boolean;
  /** Whether the text can be cached, because it depends only on attributes, types and operand names. */
  readonly isFixed?: true;
  /** `false` if the printer must not write a space before the directive. */
  readonly spaceBefore?: false;
}

/** Short form of an attribute without its type: a word such as `eq`, flags such as `<nsw>`, or a bare string. */
export interface AttributeFormat {
  /** Parses the short form of the attribute. Reports a problem with `parser.fail`. */
  parse(parser: AssemblyParser): Attribute;
  /** Prints the short form of the attribute. `parse` must return the same attribute for the printed text. */
  print(printer: AssemblyPrinter, attribute: Attribute): void;
  /** Constraint on attributes of this form. */
  readonly constraint?: AttributeConstraint;
  /** Dialect and name of the attribute whose body is the text. */
  readonly body?: readonly [dialect: string, name: string];
  /** Whether the text can start with a letter or digit, so that it needs a space after another word. */
  readonly isWord?: true;
  /** Returns whether this form is next. Required for optional attributes without a preceding literal. */
  starts?(parser: AssemblyParser): boolean;
}

/** Entry block argument whose name appears before the region in the text of the operation. */
export interface RegionArgument {
  /** Byte offset of the name. */
  readonly at: number;
  /** Name, as a key of the parser's tables. */
  readonly key: number;
  /** Type of the argument. `undefined` until the parser knows the type. */
  type: Type | undefined;
  /** Location, as a number in the store, or 0 if the location is the position of the name. */
  location: number;
}

/**
 * Parser for directives, the counterpart of MLIR's `OpAsmParser` (`mlir/include/mlir/IR/OpImplementation.h`). Parse
 * methods without `Optional` in the name fail with MLIR's error if the text is missing. Offsets are in bytes.
 */
export interface AssemblyParser extends AttributeParser {
  /** Context in which attributes and types are created. */
  readonly context: AttributeContext;
  /** Byte offset of the operation's name. */
  readonly nameLocation: number;
  /** Fails with the error `custom op 'name' message`. */
  fail(message: string, at?: number): never;
  /** Fails with the error `message`, without a prefix, at the end of the last token. */
  failExpected(message: string): never;
  /** Name of the attribute that is being parsed. */
  readonly attributeName: string;
  /** Returns whether the next word is one of these keywords. */
  isKeywordNext(keywords: readonly string[]): boolean;
  /** Skips blanks and comments. Returns the next byte without consuming it. */
  peek(): number;

  /** Parses this keyword, and fails for any other text. */
  parseKeyword(keyword: string): void;
  /** Parses a word. Returns "" if no word is next. */
  parseOptionalWord(): string;
  /** Parses a string in quotes, as a string attribute. */
  parseString(): Attribute;
  /** Parses `@name` and returns it as a string attribute. */
  parseSymbolName(): Attribute;
  /** Parses a symbol name, such as `@f`, if the next token is a symbol name. Returns the name as a string attribute. */
  parseOptionalSymbolName(): Attribute | undefined;

  /** Parses `type (',' type)*`. */
  parseTypeList(): readonly Type[];
  /** Parses a list of types in parentheses, such as `(i32, f32)`. */
  parseParenthesizedTypes(): readonly Type[];
  /** Parses `('->' (type | '(' types ')'))?`. */
  parseOptionalArrowTypes(): readonly Type[];
  /** Parses a function type, such as `(i32) -> f32`. */
  parseFunctionType(): Type & { readonly data: { readonly kind: "function" } };
  /** Parses `(d0, d1) -> (d1, d0)`, the content of `affine_map<…>`. */
  parseAffineMap(): Attribute;
  /** Parses the elements of an attribute of type `type`. The text does not contain the type after the elements. */
  parseElements(type: Type): Attribute;
  /** Adds an attribute that is not set yet. */
  setAttribute(name: string, value: Attribute): void;
  /** Sets an attribute, and replaces an earlier attribute with the same name. */
  replaceAttribute(name: string, value: Attribute): void;
  /** Returns the attribute with this name, or `undefined` if it is not set yet. */
  getAttribute(name: string): Attribute | undefined;
  /** Parses a dictionary `{…}` if it is next. Refuses the names in `inferred`, because their values are inferred. */
  parseOptionalAttributes(options?: { readonly withKeyword?: boolean; readonly inferred?: readonly string[] }): void;
  /** Parses an attribute dictionary `{…}` without adding its entries to the operation. */
  parseOptionalDictionary(): Attribute | undefined;

  /** Parses an operand and adds it to a group. */
  parseOperand(group: string): void;
  /** Parses an operand of a group if the next token is an operand. Returns whether an operand was parsed. */
  parseOptionalOperand(group: string): boolean;
  /** Parses `operand (',' operand)*` if the next token is an operand. Returns the number of operands. */
  parseOperandList(group: string): number;
  /** Returns the number of operands that were parsed for an operand group. */
  operandCount(group: string): number;
  /** Returns the types that were already parsed for an operand group. */
  operandTypes(group: string): readonly Type[];
  /** Sets the types of the operands of a group. Fails if the number of types differs from the number of operands. */
  setOperandTypes(group: string, types: readonly Type[]): void;
  /** Sets the types of the results of a group. */
  setResultTypes(group: string, types: readonly Type[]): void;
  /** Parses a successor, such as `^bb1`, and adds it to the operation. */
  parseSuccessor(): void;

  /** Parses `%name`. The result can be passed to {@link setRegionArguments}. */
  parseArgument(): RegionArgument;
  /** Parses `%name : type loc(…)?`. */
  parseTypedArgument(options?: {
    readonly withAttributes?: (attributes: Attribute | undefined) => void;
  }): RegionArgument;
  /** Sets the entry block arguments of the next region. */
  setRegionArguments(argumentsOfEntry: readonly RegionArgument[]): void;
  /** Returns whether the last parsed region is empty. */
  lastRegionIsEmpty(): boolean;
  /** Returns the source offset of the last parsed region, for errors about the region. */
  lastRegionLocation(): number;
  /** Adds an empty region that the text omits, such as the region of a missing `else`. */
  addEmptyRegion(): void;
}

/** Printer for directives, the counterpart of MLIR's `OpAsmPrinter` (`mlir/include/mlir/IR/OpImplementation.h`). */
export interface AssemblyPrinter {
  /** Id of the operation. */
  readonly id: number;
  /** Writes a byte string, such as `byteStringOf(text)` from `@passwright/ir/store`. ASCII texts are byte strings. */
  write(text: string): void;
  /** Prints a type in MLIR's text form. */
  type(type: Type): void;
  /** Prints an attribute in MLIR's text form. */
  attribute(attribute: Attribute): void;
  /** Writes a number attribute without its type. */
  attributeWithoutType(attribute: Attribute): void;
  /** Writes a string attribute as `@name`. */
  symbolName(name: Attribute): void;
  /** Writes the name of the value with this id. */
  value(value: number): void;
  /** Writes the names of values: `%0, %1`. */
  values(values: readonly number[]): void;
  /** Prints types, separated by commas. */
  types(types: readonly Type[]): void;
  /** Writes the label of the block with this id. */
  block(block: number): void;
  /** Writes a space and an attribute dictionary `{…}`, with the attributes that the format does not write elsewhere. */
  attributes(options?: { readonly withKeyword?: boolean; readonly hidden?: readonly string[] }): void;
  /** Writes the location of an argument, ` loc(…)`, if debug information is printed. */
  argumentLocation(value: number): void;
  /** Starts a new line with the current indentation. */
  newline(): void;
  /** Returns an attribute of the printed operation, or `undefined` if it is missing. */
  getAttr(name: string): Attribute | undefined;
  /** Dictionary of inherent attributes, or `undefined` if it is empty. */
  readonly properties: Attribute | undefined;
  /** Dictionary of discardable attributes, or `undefined` if it is empty. */
  readonly discardableAttrs: Attribute | undefined;
  /** Returns the ids of the values in an operand group. */
  operands(group: string): readonly number[];
  /** Returns the type of a value, given by its id. */
  typeOf(value: number): Type;
  /** Returns the constant of a value, given by its id. Returns `undefined` if no constant-like operation defines it. */
  constantOf(value: number): Attribute | undefined;
  /** Returns the ids of the operation's results, in order. */
  results(): readonly number[];
  /** Returns the ids of the operation's successor blocks, in order. */
  successors(): readonly number[];
  /** Returns the ids of the operation's regions, in order. */
  regions(): readonly number[];
  /** Returns the ids of the arguments of a region's entry block. Empty for an empty region. */
  regionArguments(region: number): readonly number[];
  /** Index of the region that a repeated group prints next. */
  readonly nextRegion: number;
}

/** Prints entries of a dictionary in braces. `opening` is the text before the first entry, such as ` {`. */
export function printEntries(printer: AssemblyPrinter, opening: string, entries: readonly NamedAttribute[]): void {
  printer.write(opening);
  entries.forEach(({ name, value }, i) => {
    printer.write((i === 0 ? "" : ", ") + keywordOrString(name));
    if (value.data.kind === "unit") return;
    printer.write(" = ");
    printer.attribute(value);
  });
  printer.write("}");
}
