import { setKind } from "../entity-kind.ts";
import { bytesOf, textOf } from "../text/bytes.ts";
import type { AffineMap, IntegerSet } from "./affine.ts";

/** Value that marks a dynamic dimension. A dynamic dimension is printed as `?`. */
export const DYNAMIC = -1;

/** Value that marks a dynamic offset, size or stride (`ShapedType::kDynamic`). All other numbers are static values. */
export const DYNAMIC_INDEX: bigint = -(2n ** 63n);

export type Signedness = "signless" | "signed" | "unsigned";

/** Part of the body of an unregistered type or attribute: text, or an attribute or type that an alias refers to. */
export type OpaquePart = string | Attribute | Type;

/** Contents of a type, by kind. The names are MLIR's (`mlir/include/mlir/IR/BuiltinTypes.td`). */
export type TypeData =
  | { readonly kind: "integer"; readonly width: number; readonly signedness: Signedness }
  | { readonly kind: "index" }
  | { readonly kind: "float"; readonly name: string }
  | { readonly kind: "none" }
  | { readonly kind: "function"; readonly inputs: readonly Type[]; readonly results: readonly Type[] }
  | { readonly kind: "tuple"; readonly types: readonly Type[] }
  | { readonly kind: "complex"; readonly elementType: Type }
  | {
      readonly kind: "vector";
      readonly shape: readonly number[];
      readonly scalable: readonly boolean[];
      readonly elementType: Type;
    }
  | {
      readonly kind: "tensor";
      readonly shape: readonly number[];
      readonly elementType: Type;
      readonly encoding?: Attribute;
    }
  | { readonly kind: "unranked-tensor"; readonly elementType: Type }
  | {
      readonly kind: "memref";
      readonly shape: readonly number[];
      readonly elementType: Type;
      /** Layout of the memref. Absent for the identity layout. */
      readonly layout?: Attribute;
      readonly memorySpace?: Attribute;
    }
  | { readonly kind: "unranked-memref"; readonly elementType: Type; readonly memorySpace?: Attribute }
  | { readonly kind: "opaque"; readonly dialect: string; readonly parts: readonly OpaquePart[] };

/** Entry of a dictionary. The name is a byte string. */
export interface NamedAttribute {
  /** Name of the attribute. */
  readonly name: string;
  /** Value of the attribute. */
  readonly value: Attribute;
}

/** Contents of an attribute, by kind. The names are MLIR's (`BuiltinAttributes.td`, `BuiltinLocationAttributes.td`). */
export type AttributeData =
  | { readonly kind: "unit" }
  | { readonly kind: "integer"; readonly type: Type; readonly value: bigint }
  /** Floating-point number. `bits` is the bit pattern of the number in the format of `type`. */
  | { readonly kind: "float"; readonly type: Type; readonly bits: bigint }
  /** String. `value` is a byte string. */
  | { readonly kind: "string"; readonly value: string; readonly type?: Type }
  | { readonly kind: "array"; readonly elements: readonly Attribute[] }
  /** Dictionary with entries that are sorted by name. */
  | { readonly kind: "dictionary"; readonly entries: readonly NamedAttribute[] }
  | { readonly kind: "type"; readonly type: Type }
  /** Symbol reference `@root::@nested…`. Names are byte strings. */
  | { readonly kind: "symbol"; readonly root: string; readonly nested: readonly string[] }
  /** Dense elements, little-endian and in whole bytes. A splat has one element. */
  | { readonly kind: "dense"; readonly type: Type; readonly raw: Uint8Array; readonly isSplat: boolean }
  | {
      readonly kind: "dense-strings";
      readonly type: Type;
      readonly values: readonly string[];
      readonly isSplat: boolean;
    }
  | { readonly kind: "dense-resource"; readonly type: Type; readonly handle: string }
  | { readonly kind: "dense-array"; readonly elementType: Type; readonly values: readonly (bigint | string)[] }
  | { readonly kind: "sparse"; readonly type: Type; readonly indices: Attribute; readonly values: Attribute }
  | { readonly kind: "affine-map"; readonly map: AffineMap }
  | { readonly kind: "integer-set"; readonly set: IntegerSet }
  /** Strided layout of 64-bit numbers. Dynamic numbers are {@link DYNAMIC_INDEX}. */
  | { readonly kind: "strided"; readonly offset: bigint; readonly strides: readonly bigint[] }
  | { readonly kind: "distinct"; readonly index: number; readonly value: Attribute }
  /** Attribute of an unregistered dialect. `dialect` is empty for a `dense<…>` with a type of an unregistered dialect. */
  | { readonly kind: "opaque"; readonly dialect: string; readonly parts: readonly OpaquePart[]; readonly type?: Type }
  | LocationData;

export type LocationData =
  | { readonly kind: "unknown-location" }
  /** File location. Names are byte strings. `endLine` is `undefined` if it equals `line`. */
  | {
      readonly kind: "file-location";
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly endLine?: number;
      readonly endColumn?: number;
    }
  | { readonly kind: "name-location"; readonly name: string; readonly child?: Attribute }
  | { readonly kind: "call-site-location"; readonly callee: Attribute; readonly caller: Attribute }
  | { readonly kind: "fused-location"; readonly locations: readonly Attribute[]; readonly metadata?: Attribute };

/** Members of a context that types and attributes use, in one file because these declarations refer to each other. */
export interface AttributeContext {
  /** All types by id. */
  readonly types: readonly Type[];
  /** All attributes by id. */
  readonly attributes: readonly Attribute[];
  /** Whether operations, types and attributes of unregistered dialects are accepted. */
  readonly allowUnregistered: boolean;
  /** Aliases that the parsed text used for unregistered attributes and types. */
  readonly opaqueAliases: Map<Attribute | Type, string>;
  /** Returns the unique type with these contents. */
  internType(data: TypeData): Type;
  /** Returns the unique attribute with these contents. */
  internAttribute(data: AttributeData): Attribute;
  /** Returns the function type with these inputs and results. */
  functionType(inputs: readonly Type[], results: readonly Type[]): Type;
  /** Returns the id of the function type whose inputs and results have these ids. */
  functionTypeId(inputs: readonly number[], results: readonly number[]): number;
  /** Returns the dictionary with these entries, in any order. The names are different byte strings. */
  dictionary(entries: readonly NamedAttribute[]): Attribute;
  /** Returns an attribute that differs from all others, even from those with the same contents (`DistinctAttr`). */
  distinctAttribute(value: Attribute): Attribute;
  /** Returns the string attribute with this text. */
  stringAttribute(text: string): Attribute;
  /** Parses an attribute in MLIR's syntax. Throws a `UsageError` if the text is invalid. */
  parseAttribute(text: string): Attribute;
  /** Parses a type in MLIR's syntax. Throws a `UsageError` if the text is invalid. */
  parseType(text: string): Type;
  /** Returns a registered dialect, or `undefined` for an unknown name. */
  findDialect(name: string): object | undefined;
  /** Returns the canonical text of an attribute, as a byte string. */
  canonicalText(data: AttributeData): string;
}

/** Type that is interned in its context: equal types are the same object. */
export class Type {
  static {
    setKind(this.prototype, "type");
  }

  /** Context that owns the type. Types of different contexts are never equal. */
  readonly context: AttributeContext;
  /** Index of the type in its context. Equal types have equal ids. */
  readonly id: number;
  /** Content of the type, by kind. */
  readonly data: TypeData;
  /** Canonical text without aliases, as a byte string. */
  readonly byteText: string;
  /** Whether the type, or a part of it, can be printed as an alias. */
  readonly hasAliases: boolean;
  #bytes: Uint8Array | undefined;

  constructor(context: AttributeContext, id: number, data: TypeData, byteText: string, hasAliases: boolean) {
    this.context = context;
    this.id = id;
    this.data = data;
    this.byteText = byteText;
    this.hasAliases = hasAliases;
  }

  /** Kind of the type, such as `"integer"` or `"memref"`. */
  get kind(): TypeData["kind"] {
    return this.data.kind;
  }

  /** Text of the type in UTF-8, as MLIR prints it. */
  get bytes(): Uint8Array {
    return (this.#bytes ??= bytesOf(this.byteText));
  }

  /** Returns the type as MLIR prints it, such as `memref<4xf32>`. */
  toString(): string {
    return textOf(this.byteText);
  }
}

/** Attribute that is interned in its context: equal attributes are the same object. */
export class Attribute {
  static {
    setKind(this.prototype, "attribute");
  }

  /** Context that owns the attribute. Attributes of different contexts are never equal. */
  readonly context: AttributeContext;
  /** Index of the attribute in its context. Equal attributes have equal ids. */
  readonly id: number;
  /** Content of the attribute, by kind. */
  readonly data: AttributeData;
  /** Whether the attribute, or a part of it, can be printed as an alias. */
  readonly hasAliases: boolean;
  /** Flags of an integer constant, such as whether it is zero; 0 until fold/elements.ts computes and caches them. */
  numberKind = 0;
  #byteText: string | undefined;
  #bytes: Uint8Array | undefined;

  /** Creates an attribute. If `text` is missing, the text is computed on first use. */
  constructor(
    context: AttributeContext,
    id: number,
    data: AttributeData,
    byteText: string | undefined,
    hasAliases: boolean,
  ) {
    this.context = context;
    this.id = id;
    this.data = data;
    this.hasAliases = hasAliases;
    this.#byteText = byteText;
  }

  /** Canonical text without aliases, as a byte string. */
  get byteText(): string {
    return (this.#byteText ??= this.context.canonicalText(this.data));
  }

  /** Kind of the attribute, such as `"integer"` or `"string"`. */
  get kind(): AttributeData["kind"] {
    return this.data.kind;
  }

  /** Text of the attribute in UTF-8, as MLIR prints it. */
  get bytes(): Uint8Array {
    return (this.#bytes ??= bytesOf(this.byteText));
  }

  /** Returns the attribute as MLIR prints it, such as `42 : i32`. */
  toString(): string {
    return textOf(this.byteText);
  }
}
