import { ieeeFormats } from "./float-order.ts";
import type { IeeeFormat } from "./float-order.ts";
import type { Attribute, Operation, Type, Value } from "@passwright/ir";

/** Encoding of the elements of a constant: integers, or a floating-point format in {@link ieeeFormats}. */
export type ElementFormat = { readonly kind: "integer"; readonly width: number } | IeeeFormat;

/** Elements of a constant, as bits. A scalar or splat has one element. */
export interface Lanes {
  readonly type: Type;
  readonly format: ElementFormat;
  readonly bits: readonly bigint[];
}

/** Returns the operation that defines the value, if this operation creates a constant. */
export function findConstant(value: Value): Operation | undefined {
  const definition = value.definingOp;
  return definition?.hasTrait("ConstantLike") === true ? definition : undefined;
}

/** Returns the elements of a constant value, or `undefined` for other values. */
export function findLanes(value: Value): Lanes | undefined {
  const constant = findConstant(value);
  return constant === undefined ? undefined : lanesOf(constant);
}

function lanesOf(constant: Operation): Lanes | undefined {
  const data = constant.getAttr("value")?.data;
  if (data?.kind === "integer") {
    const format = formatOf(data.type);
    return format?.kind !== "integer"
      ? undefined
      : { type: data.type, format, bits: [BigInt.asUintN(format.width, data.value)] };
  }
  if (data?.kind === "float") {
    const format = formatOf(data.type);
    return format === undefined ? undefined : { type: data.type, format, bits: [data.bits] };
  }
  if (data?.kind !== "dense" || !("elementType" in data.type.data)) return undefined;
  const format = formatOf(data.type.data.elementType);
  return format === undefined ? undefined : { type: data.type, format, bits: readElements(data.raw, bytesOf(format)) };
}

/**
 * Combines two constants element by element. Returns `undefined` if the types differ, or if `combine` returns
 * `undefined` for an element. With `lastDecides`, returns `undefined` only if `combine` does so for the last element,
 * and uses the left element in place of other missing results. MLIR has the same behavior, because it stores the
 * success of all elements in one variable.
 */
export function combineLanes(
  left: Lanes,
  right: Lanes,
  combine: (left: bigint, right: bigint) => bigint | undefined,
  lastDecides: boolean,
): Lanes | undefined {
  if (left.type !== right.type) return undefined;
  const length = Math.max(left.bits.length, right.bits.length);
  const bits: bigint[] = [];
  for (let i = 0; i < length; i++) {
    const combined = combine(laneAt(left, i), laneAt(right, i));
    if (combined === undefined && (!lastDecides || i === length - 1)) return undefined;
    bits.push(combined ?? laneAt(left, i));
  }
  return { type: left.type, format: left.format, bits };
}

function laneAt({ bits }: Lanes, index: number): bigint {
  return (bits.length === 1 ? bits[0] : bits[index]) as bigint;
}

export function attributeOf({ type, format, bits }: Lanes): Attribute {
  const { context } = type;
  const first = bits[0] as bigint;
  if (!("elementType" in type.data)) {
    if (format.kind === "float") return context.internAttribute({ kind: "float", type, bits: first });
    const value = format.width === 1 ? first : BigInt.asIntN(format.width, first);
    return context.internAttribute({ kind: "integer", type, value });
  }
  const isSplat = bits.every((lane) => lane === first);
  const raw = writeElements(isSplat ? [first] : bits, bytesOf(format));
  return context.internAttribute({ kind: "dense", type, raw, isSplat });
}

function formatOf({ data }: Type): ElementFormat | undefined {
  if (data.kind === "integer") return { kind: "integer", width: data.width };
  if (data.kind === "index") return { kind: "integer", width: 64 };
  return data.kind === "float" ? ieeeFormats.get(data.name) : undefined;
}

function bytesOf(format: ElementFormat): number {
  const width = format.kind === "integer" ? format.width : 1 + format.exponentBits + format.fractionBits;
  return Math.ceil(width / 8);
}

function readElements(raw: Uint8Array, size: number): readonly bigint[] {
  return Array.from({ length: raw.length / size }, (_, i) =>
    raw.subarray(i * size, (i + 1) * size).reduceRight((bits, byte) => (bits << 8n) | BigInt(byte), 0n),
  );
}

function writeElements(bits: readonly bigint[], size: number): Uint8Array {
  return Uint8Array.from(
    bits.flatMap((lane) => Array.from({ length: size }, (_, i) => Number((lane >> BigInt(8 * i)) & 0xffn))),
  );
}
