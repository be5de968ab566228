import type { Attribute, Type } from "../attributes/attribute.ts";
import {
  elementBits,
  elementBytes,
  elementCount,
  elementTypeOf,
  readUnsigned,
  shapeOf,
  writeUnsigned,
} from "../attributes/dense.ts";

/** Elements of a constant, as unsigned bit patterns. A scalar or splat has one element. */
export interface Elements {
  readonly type: Type;
  readonly elementType: Type;
  readonly width: number;
  readonly bits: readonly bigint[];
}

/** Returns the element type of a vector or tensor, or the type itself (`getElementTypeOrSelf`). */
export function elementTypeOrSelf(type: Type): Type {
  return elementTypeOf(type) ?? type;
}

/** Returns the bit width of a number type. The width of `index` is 64. */
export function widthOf(type: Type): number {
  return elementBits(elementTypeOrSelf(type)) ?? 0;
}

/** Returns the integers or floats of an attribute. Returns `undefined` if the attribute contains other data. */
export function elementsOf(attribute: Attribute | undefined): Elements | undefined {
  const data = attribute?.data;
  if (data?.kind === "integer" || data?.kind === "float") {
    const { type } = data;
    const width = widthOf(type);
    const bits = data.kind === "float" ? data.bits : BigInt.asUintN(width, data.value);
    return { type, elementType: type, width, bits: [bits] };
  }
  if (data?.kind !== "dense") return undefined;
  const elementType = elementTypeOf(data.type)!;
  if (elementType.kind !== "integer" && elementType.kind !== "index" && elementType.kind !== "float") return undefined;
  const width = widthOf(elementType);
  const size = elementBytes(elementType);
  const count = data.isSplat ? 1 : elementCount(shapeOf(data.type) ?? []);
  const bits = Array.from({ length: count }, (_, i) => BigInt.asUintN(width, readUnsigned(data.raw, i * size, size)));
  return { type: data.type, elementType, width, bits };
}

export function elementAt({ bits }: Elements, index: number): bigint {
  return (bits.length === 1 ? bits[0] : bits[index])!;
}

/** Returns the attribute with these elements. A single element of a vector or tensor results in a splat. */
export function attributeOfBits(type: Type, bits: readonly bigint[]): Attribute {
  const { context } = type;
  const first = bits[0]!;
  const elementType = elementTypeOf(type);
  if (elementType === undefined) {
    if (type.kind === "float") return context.internAttribute({ kind: "float", type, bits: first });
    const width = widthOf(type);
    const value = width === 1 ? first : BigInt.asIntN(width, first);
    return context.internAttribute({ kind: "integer", type, value });
  }
  const isSplat = bits.every((value) => value === first);
  const used = isSplat ? [first] : bits;
  const size = elementBytes(elementType);
  const raw = new Uint8Array(used.length * size);
  used.forEach((value, i) => writeUnsigned(raw, i * size, size, value));
  return context.internAttribute({ kind: "dense", type, raw, isSplat });
}

/** Returns an attribute with the same number in all elements (`Builder::getZeroAttr`). */
export function splatOf(type: Type, bits: bigint): Attribute {
  return attributeOfBits(type, [bits]);
}

/** Returns an integer constant or splat as an unsigned number, or `undefined` for other data (`m_ConstantInt`). */
export function constantInt(attribute: Attribute | undefined): bigint | undefined {
  return isSingle(attribute) ? numbersOf("integer", attribute)?.bits[0] : undefined;
}

export function constantFloat(attribute: Attribute | undefined): bigint | undefined {
  return isSingle(attribute) ? numbersOf("float", attribute)?.bits[0] : undefined;
}

function isSingle(attribute: Attribute | undefined): boolean {
  return attribute?.data.kind !== "dense" || attribute.data.isSplat;
}

/** Returns the elements of an attribute if they are integers or floats, as `kind` requires. */
export function numbersOf(kind: "integer" | "float", attribute: Attribute | undefined): Elements | undefined {
  const elements = elementsOf(attribute);
  return (elements?.elementType.kind === "float") === (kind === "float") ? elements : undefined;
}

/** Bits of `Attribute.numberKind`. The field caches properties of integer constants that folders query often. */
const ZERO = 1;
const ONE = 2;
const ALL_ONES = 4;
const KNOWN = 8;

function kindOf(attribute: Attribute): number {
  const value = constantInt(attribute);
  if (value === undefined) return KNOWN;
  const width = widthOf((attribute.data as { readonly type: Type }).type);
  const isAll = value === BigInt.asUintN(width, -1n);
  return KNOWN | (value === 0n ? ZERO : 0) | (value === 1n ? ONE : 0) | (isAll ? ALL_ONES : 0);
}

function ofKind(kind: number): (attribute: Attribute | undefined) => boolean {
  return (attribute) => {
    if (attribute === undefined) return false;
    attribute.numberKind ||= kindOf(attribute);
    return (attribute.numberKind & kind) !== 0;
  };
}

/** Returns whether an attribute is an integer zero (`m_Zero`). */
export const isZero: (attribute: Attribute | undefined) => boolean = ofKind(ZERO);
/** Returns whether an attribute is an integer one (`m_One`). */
export const isOne: (attribute: Attribute | undefined) => boolean = ofKind(ONE);
export const isAllOnes: (attribute: Attribute | undefined) => boolean = ofKind(ALL_ONES);
