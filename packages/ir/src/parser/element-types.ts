import type { Attribute, Type } from "../attributes/attribute.ts";
import { upstream } from "../dialects/upstream.ts";

/*
 * What vectors, tensors and memrefs may hold, and where memrefs may be (`mlir/lib/IR/BuiltinTypes.cpp`). For types of other dialects
 * interfaces say so, of which we know those in MLIR itself; somebody else's may have them, and is believed.
 */

/** `VectorElementTypeInterface` */
export function isVectorElement(type: Type): boolean {
  return isNumber(type) || isOfDialect(type, VECTOR_ELEMENTS);
}

const VECTOR_ELEMENTS: ReadonlySet<string> = new Set(["llvm.ppc_fp128", "llvm.ptr", "ptr.ptr"]);

/** `BaseMemRefType::isValidElementType` */
export function isMemRefElement(type: Type): boolean {
  const { kind } = type;
  const isShaped = kind === "vector" || kind === "memref" || kind === "unranked-memref";
  return isNumber(type) || isShaped || kind === "complex" || isOfDialect(type, MEMREF_ELEMENTS);
}

const MEMREF_ELEMENTS: ReadonlySet<string> = new Set(["llvm.ppc_fp128", "ptr.ptr"]);

/** `TensorType::isValidElementType` */
export function isTensorElement(type: Type): boolean {
  const { kind } = type;
  return isNumber(type) || kind === "complex" || kind === "vector" || kind === "opaque";
}

/** `isSupportedMemorySpace`: anything that is not builtin, too. */
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
