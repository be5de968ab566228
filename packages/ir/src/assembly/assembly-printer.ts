import type { Attribute, Type } from "../attributes/attribute.ts";

/** The printer that directives use: MLIR's `OpAsmPrinter` (`mlir/include/mlir/IR/OpImplementation.h`). */
export interface AssemblyPrinter {
  /** The id of the operation. */
  readonly id: number;
  /** Writes a byte string. */
  write(text: string): void;
  type(type: Type): void;
  attribute(attribute: Attribute): void;
  /** Writes an attribute without its type, for numbers. */
  attributeWithoutType(attribute: Attribute): void;
  /** Writes a string attribute as `@name`. */
  symbolName(name: Attribute): void;
  /** Writes the name of a value. Takes an id. */
  value(value: number): void;
  /** `%0, %1` */
  values(values: readonly number[]): void;
  types(types: readonly Type[]): void;
  /** Writes the label of a block. Takes an id. */
  block(block: number): void;
  /** Writes a space and `{…}` with the attributes that no other part of the format writes. */
  attributes(options?: { readonly withKeyword?: boolean; readonly hidden?: readonly string[] }): void;
  /** Writes the location of an argument, ` loc(…)`, if debug information is printed. */
  argumentLocation(value: number): void;
  newline(): void;
  getAttr(name: string): Attribute | undefined;
  /** The dictionary of inherent attributes; undefined without any. */
  readonly properties: Attribute | undefined;
  /** The dictionary of discardable attributes; undefined without any. */
  readonly discardableAttrs: Attribute | undefined;
  /** Returns the ids of the values in an operand group. */
  operands(group: string): readonly number[];
  typeOf(value: number): Type;
  results(): readonly number[];
  successors(): readonly number[];
  regions(): readonly number[];
  /** Returns the entry block arguments of a region; none if the region is empty. */
  regionArguments(region: number): readonly number[];
  /** In a repeated group: index of the next region. */
  readonly nextRegion: number;
}
