import type { Attribute, Type } from "../attributes/attribute.ts";
import { upstream } from "../dialects/upstream.ts";

/*
 * Allowed element types of vectors, tensors and memrefs, and memory spaces of memrefs (`mlir/lib/IR/BuiltinTypes.cpp`).
 * In MLIR, types of other dialects implement interfaces to be allowed. This file lists allowed types of MLIR's
 * dialects, and accepts all types of third-party dialects.
 */

/** Returns whether vectors can have this element type (`VectorElementTypeInterface`). */
export function isVectorElement(type: Type): boolean {
  return isNumber(type) || isOfDialect(type, VECTOR_ELEMENTS);
}

const VECTOR_ELEMENTS: ReadonlySet<string> = new Set(["llvm.ppc_fp128", "llvm.ptr", "ptr.ptr"]);

/** Returns whether memrefs can have this element type (`BaseMemRefType::isValidElementType`). */
export function isMemRefElement(type: Type): boolean {
  const { kind } = type;
  const isShaped = kind === "vector" || kind === "memref" || kind === "unranked-memref";
  return isNumber(type) || isShaped || kind === "complex" || isOfDialect(type, MEMREF_ELEMENTS);
}

const MEMREF_ELEMENTS: ReadonlySet<string> = new Set(["llvm.ppc_fp128", "ptr.ptr"]);

/** Returns whether tensors can have this element type (`TensorType::isValidElementType`). */
export function isTensorElement(type: Type): boolean {
  const { kind } = type;
  return isNumber(type) || kind === "complex" || kind === "vector" || kind === "opaque";
}

/**
 * Returns whether an attribute can be a memory space (`isSupportedMemorySpace`). Accepts all attributes that are not
 * builtin.
 */
export function isMemorySpace({ kind }: Attribute): boolean {
  return kind === "integer" || kind === "string" || kind === "dictionary" || kind === "opaque";
}

function isNumber({ kind }: Type): boolean {
  return kind === "integer" || kind === "index" || kind === "float";
}

function isOfDialect({ data }: Type, ofUpstream: ReadonlySet<string>): boolean {
  if (data.kind !== "opaque") return false;
  if (!upstream.has(data.dialect)) return true;
  const [text] = data.parts;
  const name = typeof text === "string" ? /^[.<]?([\w.]+)/.exec(text)?.[1] : undefined;
  return ofUpstream.has(`${data.dialect}.${name}`);
}
