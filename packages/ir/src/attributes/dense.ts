import type { PrintFlags } from "../printer/print-flags.ts";
import { quoted } from "../text/bytes.ts";
import { floatFormat, renderFloat } from "./float.ts";
import { DYNAMIC } from "./attribute.ts";
import type { AttributeData, Type } from "./attribute.ts";

/** Default of `elementsAttrsWithHexIfLarger`. */
const HEX_ABOVE = 100;

/** Returns the number of bits in an element. For a complex type, returns the number of bits of the real part. */
export function elementBits(type: Type): number | undefined {
  const { data } = type;
  if (data.kind === "integer") return data.width;
  if (data.kind === "index") return 64;
  if (data.kind === "float") return floatFormat(data.name).width;
  return data.kind === "complex" ? elementBits(data.elementType) : undefined;
}

/** Returns the number of bytes that the store uses for an element. */
export function elementBytes(type: Type): number {
  const bytes = Math.max(1, Math.ceil((elementBits(type) ?? 8) / 8));
  return type.data.kind === "complex" ? 2 * bytes : bytes;
}

export function shapeOf(type: Type): readonly number[] | undefined {
  const { data } = type;
  return data.kind === "tensor" || data.kind === "vector" || data.kind === "memref" ? data.shape : undefined;
}

export function elementTypeOf(type: Type): Type | undefined {
  const { data } = type;
  return "elementType" in data ? data.elementType : undefined;
}

export function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, dimension) => product * dimension, 1);
}

/** Returns whether the shapes of types can be equal at run time, or no type has a shape (`verifyCompatibleShape`). */
export function areCompatibleShapes(...types: readonly Type[]): boolean {
  const shapes = types.map(shapeOf).filter((shape) => shape !== undefined);
  const shaped = shapes.length + types.filter(({ kind }) => kind.startsWith("unranked-")).length;
  if (shaped > 0 && shaped < types.length) return false;
  const isCompatible = (left: readonly number[], right: readonly number[]): boolean =>
    left.length === right.length &&
    left.every((size, i) => size === right[i] || size === DYNAMIC || right[i] === DYNAMIC);
  return shapes.every((shape) => shapes.every((other) => isCompatible(shape, other)));
}

/** Returns whether types have compatible shapes, and all or none are scalable (`verifyCompatibleShapes`). */
export function haveCompatibleShapes(types: readonly Type[]): boolean {
  const scalable = types.filter(({ data }) => data.kind === "vector" && data.scalable.includes(true)).length;
  return (scalable === 0 || scalable === types.length) && areCompatibleShapes(...types);
}

export function readUnsigned(raw: Uint8Array, offset: number, bytes: number): bigint {
  if (bytes <= 4) {
    let value = 0;
    for (let i = bytes - 1; i >= 0; i--) value = value * 256 + raw[offset + i]!;
    return BigInt(value);
  }
  let value = 0n;
  for (let i = bytes - 1; i >= 0; i--) value = (value << 8n) | BigInt(raw[offset + i]!);
  return value;
}

export function writeUnsigned(raw: Uint8Array, offset: number, bytes: number, value: bigint): void {
  let rest = BigInt.asUintN(bytes * 8, value);
  for (let i = 0; i < bytes; i++) {
    raw[offset + i] = Number(rest & 255n);
    rest >>= 8n;
  }
}

function renderNumber(raw: Uint8Array, offset: number, type: Type): string {
  const { data } = type;
  if (data.kind === "complex") {
    const half = elementBytes(type) / 2;
    return `(${renderNumber(raw, offset, data.elementType)},${renderNumber(raw, offset + half, data.elementType)})`;
  }
  const bits = elementBits(type) ?? 8;
  const value = BigInt.asUintN(bits, readUnsigned(raw, offset, elementBytes(type)));
  if (data.kind === "float") return renderFloat(value, data.name);
  if (data.kind === "integer" && data.signedness === "unsigned") return value.toString();
  if (data.kind === "integer" && data.width === 1 && data.signedness === "signless")
    return value === 0n ? "false" : "true";
  return BigInt.asIntN(bits, value).toString();
}

/** Formats a flat list of element texts as nested lists, according to the shape. */
function nested(shape: readonly number[], element: (index: number) => string): string {
  const elements = Array.from({ length: elementCount(shape) }, (_, i) => element(i));
  if (elements.length === 0) return "";
  const listOf = (texts: readonly string[]): string => `[${texts.join(", ")}]`;
  return shape.reduceRight(
    (texts, size) =>
      Array.from({ length: texts.length / size }, (_, i) => listOf(texts.slice(i * size, (i + 1) * size))),
    elements,
  )[0]!;
}

/**
 * Returns whether hexadecimal text packs eight elements into each byte, lowest bit first. In the store, each element
 * has its own byte.
 */
export function isPacked({ data }: Type): boolean {
  return data.kind === "integer" && data.width === 1;
}

function packed(raw: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(raw.length / 8));
  for (let i = 0; i < raw.length; i++) bytes[i >> 3]! |= (raw[i]! & 1) << (i & 7);
  return bytes;
}

/** Unpacks bytes that contain eight elements each. Returns the first `count` elements. */
export function unpacked(bytes: Uint8Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => (bytes[i >> 3]! >> (i & 7)) & 1);
}

const HEX_BYTES = Array.from({ length: 256 }, (_, i) => i.toString(16).toUpperCase().padStart(2, "0"));

export function renderDense(
  data: Extract<AttributeData, { kind: "dense" | "dense-strings" }>,
  flags: PrintFlags = {},
): string {
  const shape = shapeOf(data.type) ?? [];
  if (!data.isSplat && isElided(data.type, flags)) return ELIDED;
  if (data.kind === "dense-strings") {
    if (data.isSplat) return `dense<${quoted(data.values[0] ?? "")}>`;
    return `dense<${nested(shape, (i) => quoted(data.values[i]!))}>`;
  }
  const element = elementTypeOf(data.type)!;
  if (data.isSplat) return `dense<${renderNumber(data.raw, 0, element)}>`;
  if (elementCount(shape) === 0) return "dense<>";
  const size = elementBytes(element);
  const hexAbove = flags.elementsAttrsWithHexIfLarger ?? HEX_ABOVE;
  if (hexAbove >= 0 && elementCount(shape) > hexAbove) {
    const bytes = isPacked(element) ? packed(data.raw) : data.raw;
    return `dense<"0x${Array.from(bytes, (byte) => HEX_BYTES[byte]!).join("")}">`;
  }
  return `dense<${nested(shape, (i) => renderNumber(data.raw, i * size, element))}>`;
}

export const ELIDED = "dense_resource<__elided__>";

export function isElided(type: Type, { elideElementsAttrsIfLarger: most }: PrintFlags): boolean {
  return most !== undefined && elementCount(shapeOf(type) ?? []) > most;
}
