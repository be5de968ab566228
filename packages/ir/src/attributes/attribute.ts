import type { DialectSyntax } from "../dialects/dialect-syntax.ts";
import { bytesOf, textOf } from "../text/bytes.ts";
import type { AffineMap, IntegerSet } from "./affine.ts";

/** A dimension that is not known statically: `?`. */
export const DYNAMIC = -1;

/** What stands for an offset, size or stride that is not known, where any number of 64 bits may (MLIR's `ShapedType::kDynamic`). */
export const DYNAMIC_INDEX: bigint = -(2n ** 63n);

export type Signedness = "signless" | "signed" | "unsigned";

/** A piece of the body of a type or attribute whose dialect nobody registered: its text, or what an alias stood for. */
export type OpaquePart = string | Attribute | Type;

/** What a type is made of, by kind. The names are MLIR's (`mlir/include/mlir/IR/BuiltinTypes.td`). */
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
      /** Absent for the identity. */
      readonly layout?: Attribute;
      readonly memorySpace?: Attribute;
    }
  | { readonly kind: "unranked-memref"; readonly elementType: Type; readonly memorySpace?: Attribute }
  | { readonly kind: "opaque"; readonly dialect: string; readonly parts: readonly OpaquePart[] };

/** One name and value of a dictionary. The name is a byte string. */
export interface NamedAttribute {
  readonly name: string;
  readonly value: Attribute;
}

/** What an attribute is made of, by kind. The names are MLIR's (`BuiltinAttributes.td`, `BuiltinLocationAttributes.td`). */
export type AttributeData =
  | { readonly kind: "unit" }
  | { readonly kind: "integer"; readonly type: Type; readonly value: bigint }
  /** `bits`: the number as its format writes it. */
  | { readonly kind: "float"; readonly type: Type; readonly bits: bigint }
  /** `value` is a byte string. */
  | { readonly kind: "string"; readonly value: string; readonly type?: Type }
  | { readonly kind: "array"; readonly elements: readonly Attribute[] }
  /** Sorted by name. */
  | { readonly kind: "dictionary"; readonly entries: readonly NamedAttribute[] }
  | { readonly kind: "type"; readonly type: Type }
  /** `@root::@nested…`, byte strings. */
  | { readonly kind: "symbol"; readonly root: string; readonly nested: readonly string[] }
  /** Elements little-endian, each in whole bytes; a splat has one. */
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
  /** Of 64 bits; {@link DYNAMIC_INDEX} for what is not known. */
  | { readonly kind: "strided"; readonly offset: bigint; readonly strides: readonly bigint[] }
  | { readonly kind: "distinct"; readonly index: number; readonly value: Attribute }
  | { readonly kind: "opaque"; readonly dialect: string; readonly parts: readonly OpaquePart[]; readonly type?: Type }
  | LocationData;

export type LocationData =
  | { readonly kind: "unknown-location" }
  /** `range`: end line (undefined if it is the same) and end column. Names are byte strings. */
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

/**
 * What types and attributes, and the parser and printer of them, need of their context. Types and attributes contain each other, and
 * all of them know where they are interned, so this file declares the three together.
 */
export interface AttributeContext {
  /** By id. */
  readonly types: readonly Type[];
  /** By id. */
  readonly attributes: readonly Attribute[];
  /** Accept operations, types and attributes of dialects that are not registered. */
  readonly allowUnregistered: boolean;
  /** The alias, by attribute or type, under which one of an unregistered dialect was read. */
  readonly opaqueAliases: Map<Attribute | Type, string>;
  /** Returns the one type with these contents. */
  internType(data: TypeData): Type;
  /** Returns the one attribute with these contents. */
  internAttribute(data: AttributeData): Attribute;
  functionType(inputs: readonly Type[], results: readonly Type[]): Type;
  functionTypeId(inputs: readonly number[], results: readonly number[]): number;
  /** Returns the dictionary with these entries, in any order; no name twice. Names are byte strings. */
  dictionary(entries: readonly NamedAttribute[]): Attribute;
  /** Makes an attribute that equals no other one, whatever is in it (`DistinctAttr`). */
  distinctAttribute(value: Attribute): Attribute;
  stringAttribute(text: string): Attribute;
  /** Parses an attribute from MLIR's text. Throws a `UsageError` for any other text. */
  parseAttribute(text: string): Attribute;
  /** Parses a type from MLIR's text. Throws a `UsageError` for any other text. */
  parseType(text: string): Type;
  findDialect(name: string): DialectSyntax | undefined;
  /** Canonical text of an attribute, as a byte string. */
  canonicalText(data: AttributeData): string;
}

/** Interned in its context: equal types are the same object. */
export class Type {
  readonly context: AttributeContext;
  readonly id: number;
  readonly data: TypeData;
  /** Canonical text, without aliases, as a byte string. */
  readonly byteText: string;
  /** Whether this or something in it may be printed as an alias. */
  readonly hasAliases: boolean;
  #bytes: Uint8Array | undefined;

  constructor(context: AttributeContext, id: number, data: TypeData, byteText: string, hasAliases: boolean) {
    this.context = context;
    this.id = id;
    this.data = data;
    this.byteText = byteText;
    this.hasAliases = hasAliases;
  }

  get kind(): TypeData["kind"] {
    return this.data.kind;
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= bytesOf(this.byteText));
  }

  toString(): string {
    return textOf(this.byteText);
  }
}

/** Interned in its context: equal attributes are the same object. */
export class Attribute {
  readonly context: AttributeContext;
  readonly id: number;
  readonly data: AttributeData;
  /** Whether this or something in it may be printed as an alias. */
  readonly hasAliases: boolean;
  /** What fold/elements.ts found out about the number that it is; 0 if it was not asked. */
  numberKind = 0;
  #byteText: string | undefined;
  #bytes: Uint8Array | undefined;

  /** Without a text, it is written when somebody asks. */
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

  /** Canonical text, without aliases, as a byte string. */
  get byteText(): string {
    return (this.#byteText ??= this.context.canonicalText(this.data));
  }

  get kind(): AttributeData["kind"] {
    return this.data.kind;
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= bytesOf(this.byteText));
  }

  toString(): string {
    return textOf(this.byteText);
  }
}
