import type { Attribute, NamedAttribute, Type } from "../attributes/attribute.ts";
import { keywordOrString } from "../text/bytes.ts";

/** Printer for directives, the counterpart of MLIR's `OpAsmPrinter` (`mlir/include/mlir/IR/OpImplementation.h`). */
export interface AssemblyPrinter {
  /** Id of the operation. */
  readonly id: number;
  /** Writes a byte string. */
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
