import type { Attribute, Type } from "../attributes/attribute.ts";

/** What a directive writes with: MLIR's `OpAsmPrinter` (`mlir/include/mlir/IR/OpImplementation.h`). */
export interface AssemblyPrinter {
  /** The id of the operation. */
  readonly id: number;
  /** A byte string; ASCII as it is. */
  write(text: string): void;
  type(type: Type): void;
  attribute(attribute: Attribute): void;
  /** Without its type, for numbers. */
  attributeWithoutType(attribute: Attribute): void;
  /** `@name` of a string attribute. */
  symbolName(name: Attribute): void;
  /** The name of a value, by id. */
  value(value: number): void;
  /** `%0, %1` */
  values(values: readonly number[]): void;
  types(types: readonly Type[]): void;
  /** The label of a block, by id. */
  block(block: number): void;
  /** `{…}` of attributes that no part of the format wrote, with a space before it. */
  attributes(options?: { readonly withKeyword?: boolean; readonly hidden?: readonly string[] }): void;
  /** Of an argument with debug information: ` loc(…)`. */
  argumentLocation(value: number): void;
  newline(): void;
  getAttr(name: string): Attribute | undefined;
  /** The dictionary of inherent attributes, if there are any. */
  readonly properties: Attribute | undefined;
  /** The dictionary of discardable attributes, if there are any. */
  readonly discardableAttrs: Attribute | undefined;
  /** Values of an operand group. */
  operands(group: string): readonly number[];
  typeOf(value: number): Type;
  results(): readonly number[];
  successors(): readonly number[];
  regions(): readonly number[];
  /** The arguments of the entry block of a region; none if the region is empty. */
  regionArguments(region: number): readonly number[];
  /** In a group that repeats: the number of the region that comes next. */
  readonly nextRegion: number;
}
