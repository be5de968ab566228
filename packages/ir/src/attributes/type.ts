import { type Context } from "../context.ts";
import { type Attribute } from "./attribute.ts";
import { bytesOf, textOf } from "../text/bytes.ts";

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

/** What a type or an attribute is written with; `render` of a printer puts aliases for some. */
export interface Renderer {
  type(type: Type): string;
  attribute(attribute: Attribute): string;
  /** An element of an array, whose type may be left out where it goes without saying. */
  element(attribute: Attribute): string;
  /** The number of a distinct attribute; without, its own. */
  distinctNumber?(index: number): number;
  readonly elements?: ElementFlags;
  /** Locations bare, as a person reads them. */
  readonly prettyLocations?: boolean;
}

/** How elements are written. */
export interface ElementFlags {
  /** What has more, and is no splat, is written as `dense_resource<__elided__>`. */
  readonly elideIfLarger?: number;
  /** What has more is written as bytes in hexadecimal; -1 for nothing. 100 if nobody says. */
  readonly hexIfLarger?: number;
}

/** Interned in its context: equal types are the same object. */
export class Type {
  readonly context: Context;
  readonly id: number;
  readonly data: TypeData;
  /** Canonical text, without aliases, as a byte string. */
  readonly byteText: string;
  /** Whether this or something in it may be printed as an alias. */
  readonly hasAliases: boolean;
  #bytes: Uint8Array | undefined;

  constructor(context: Context, id: number, data: TypeData, byteText: string, hasAliases: boolean) {
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

function list(types: readonly Type[], render: Renderer): string {
  let text = "";
  for (let i = 0; i < types.length; i++) text += (i === 0 ? "" : ", ") + render.type(types[i]!);
  return text;
}

function dimensions(shape: readonly number[], scalable?: readonly boolean[]): string {
  let text = "";
  for (let i = 0; i < shape.length; i++) {
    const dimension = shape[i] === DYNAMIC ? "?" : String(shape[i]);
    text += scalable?.[i] === true ? `[${dimension}]x` : `${dimension}x`;
  }
  return text;
}

export function renderOpaque(parts: readonly OpaquePart[], render: Renderer): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else text += part instanceof Type ? render.type(part) : render.attribute(part);
  }
  return text;
}

/** The text of a function type: `(i32, i32) -> i32`. One result stands without parentheses unless it is a function. */
function renderFunction(inputs: readonly Type[], results: readonly Type[], render: Renderer): string {
  const single = results.length === 1 && results[0]!.data.kind !== "function";
  const right = single ? render.type(results[0]!) : `(${list(results, render)})`;
  return `(${list(inputs, render)}) -> ${right}`;
}

export function renderType(data: TypeData, render: Renderer): string {
  switch (data.kind) {
    case "integer":
      return `${data.signedness === "signless" ? "i" : data.signedness === "signed" ? "si" : "ui"}${data.width}`;
    case "index":
    case "none":
      return data.kind;
    case "float":
      return data.name;
    case "function":
      return renderFunction(data.inputs, data.results, render);
    case "tuple":
      return `tuple<${list(data.types, render)}>`;
    case "complex":
      return `complex<${render.type(data.elementType)}>`;
    case "vector":
      return `vector<${dimensions(data.shape, data.scalable)}${render.type(data.elementType)}>`;
    case "tensor": {
      const encoding = data.encoding === undefined ? "" : `, ${render.attribute(data.encoding)}`;
      return `tensor<${dimensions(data.shape)}${render.type(data.elementType)}${encoding}>`;
    }
    case "unranked-tensor":
      return `tensor<*x${render.type(data.elementType)}>`;
    case "memref": {
      const layout = data.layout === undefined ? "" : `, ${render.attribute(data.layout)}`;
      const space = data.memorySpace === undefined ? "" : `, ${render.element(data.memorySpace)}`;
      return `memref<${dimensions(data.shape)}${render.type(data.elementType)}${layout}${space}>`;
    }
    case "unranked-memref": {
      const space = data.memorySpace === undefined ? "" : `, ${render.element(data.memorySpace)}`;
      return `memref<*x${render.type(data.elementType)}${space}>`;
    }
    case "opaque":
      return `!${data.dialect}${renderOpaque(data.parts, render)}`;
  }
}

/** What stands directly in a type, in the order in which MLIR looks at it for aliases. */
export function partsOfType(data: TypeData): readonly (Attribute | Type)[] {
  switch (data.kind) {
    case "function":
      return [...data.inputs, ...data.results];
    case "tuple":
      return data.types;
    case "complex":
    case "vector":
    case "unranked-tensor":
      return [data.elementType];
    case "tensor":
      return data.encoding === undefined ? [data.elementType] : [data.elementType, data.encoding];
    case "memref":
      return [data.elementType, data.layout, data.memorySpace].filter((part) => part !== undefined);
    case "unranked-memref":
      return data.memorySpace === undefined ? [data.elementType] : [data.elementType, data.memorySpace];
    case "opaque":
      return data.parts.filter((part) => typeof part !== "string");
    default:
      return [];
  }
}
