import type { Attribute, Type } from "../attributes/attribute.ts";

/** Printer that directives use: MLIR's `OpAsmPrinter` (`mlir/include/mlir/IR/OpImplementation.h`). */
export interface AssemblyPrinter {
  /** Id of the operation. */
  readonly id: number;
  /** Writes a byte string. */
  write(text: string): void;
  type(type: Type): void;
  attribute(attribute: Attribute): void;
  /** Writes a number attribute without its type. */
  attributeWithoutType(attribute: Attribute): void;
  /** Writes a string attribute as `@name`. */
  symbolName(name: Attribute): void;
  /** Writes the name of a value, which is given by id. */
  value(value: number): void;
  /** Writes the names of values: `%0, %1`. */
  values(values: readonly number[]): void;
  types(types: readonly Type[]): void;
  /** Writes the label of a block, which is given by id. */
  block(block: number): void;
  /** Writes a space and `{…}` with the attributes that the format does not write elsewhere. */
  attributes(options?: { readonly withKeyword?: boolean; readonly hidden?: readonly string[] }): void;
  /** Writes the location of an argument, ` loc(…)`, if debug information is printed. */
  argumentLocation(value: number): void;
  newline(): void;
  getAttr(name: string): Attribute | undefined;
  /** Dictionary of inherent attributes, or `undefined` if it is empty. */
  readonly properties: Attribute | undefined;
  /** Dictionary of discardable attributes, or `undefined` if it is empty. */
  readonly discardableAttrs: Attribute | undefined;
  /** Returns the ids of the values in an operand group. */
  operands(group: string): readonly number[];
  typeOf(value: number): Type;
  results(): readonly number[];
  successors(): readonly number[];
  regions(): readonly number[];
  /** Returns the ids of the arguments of a region's entry block. Empty for an empty region. */
  regionArguments(region: number): readonly number[];
  /** Index of the next region, in a repeated group. */
  readonly nextRegion: number;
}
