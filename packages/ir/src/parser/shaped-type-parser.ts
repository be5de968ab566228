import { isIdentity } from "../attributes/affine.ts";
import { DYNAMIC } from "../attributes/attribute.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { upstream } from "../dialects/upstream.ts";
import { parseAttribute, parseOptionalAttribute } from "./attribute-parser.ts";
import { isDigit } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { parseType } from "./type-parser.ts";

/* Parsers of vectors, tensors and memrefs (`mlir/lib/AsmParser/TypeParser.cpp`). */

/** Skips the `x` after a dimension. The lexer can read `x` as the start of a word (`x4xf32`). */
function expectX(reader: Reader): void {
  reader.expect("x", "expected 'x' in dimension list");
}

/** Parses a decimal number, if it is next. In `0x4xf32`, `0x4` is not a hexadecimal number. */
function decimal(reader: Reader): number | undefined {
  const start = reader.position();
  let value = 0;
  while (isDigit(reader.bytes[reader.at]!)) value = value * 10 + reader.bytes[reader.at++]! - 48;
  // A number with a decimal point is a float token, not a dimension.
  if (reader.bytes[reader.at] === 46) reader.at = start;
  if (reader.at === start) return undefined;
  if (value > Number.MAX_SAFE_INTEGER) reader.fail("invalid dimension", start);
  return value;
}

/** Parses `'<' ('*' 'x' | (('?' | decimal) 'x')*) type`. Without `shape`, the type is unranked. */
function parseShape(reader: Reader, kind: string): { shape?: readonly number[]; at: number; elementType: Type } {
  reader.expect("<", `expected '<' in ${kind} type`);
  if (reader.take("*")) {
    expectX(reader);
    return { at: reader.position(), elementType: parseType(reader) };
  }
  const shape: number[] = [];
  for (;;) {
    const size = reader.take("?") ? DYNAMIC : decimal(reader);
    if (size === undefined) return { shape, at: reader.position(), elementType: parseType(reader) };
    shape.push(size);
    expectX(reader);
  }
}

/** Parses `vector-type ::= 'vector' '<' ((decimal | '[' decimal ']') 'x')* type '>'`. */
export function parseVectorType(reader: Reader, start: number): Type {
  reader.expect("<", "expected '<' in vector type");
  const shape: number[] = [];
  const scalable: boolean[] = [];
  for (;;) {
    const isScalable = reader.take("[");
    const size = decimal(reader);
    if (size === undefined) {
      reader.next();
      if (isScalable) reader.fail("invalid dimension");
      break;
    }
    if (isScalable) reader.expect("]", "missing ']' closing scalable dimension");
    shape.push(size);
    scalable.push(isScalable);
    expectX(reader);
  }
  const elementType = parseType(reader);
  reader.expect(">", "expected '>' in vector type");
  if (!isNumber(elementType) && !isOfDialect(reader, elementType, VECTOR_ELEMENTS)) {
    reader.fail("failed to verify 'elementType': VectorElementTypeInterface instance", start);
  }
  if (shape.includes(0))
    reader.fail(`vector types must have positive constant sizes but got ${shape.join(", ")}`, start);
  return reader.context.internType({ kind: "vector", shape, scalable, elementType });
}

export function parseTensorType(reader: Reader): Type {
  const { shape, at, elementType } = parseShape(reader, "tensor");
  const encoding = reader.take(",") ? parseOptionalAttribute(reader) : undefined;
  reader.expect(">", "expected '>' in tensor type");
  if (!isTensorElement(elementType)) reader.fail("invalid tensor element type", at);
  if (encoding !== undefined && shape === undefined) {
    // Skips blanks and comments, so that a later error has the position of the next token.
    reader.next();
    reader.fail("cannot apply encoding to unranked tensor");
  }
  if (shape === undefined) return reader.context.internType({ kind: "unranked-tensor", elementType });
  return reader.context.internType({ kind: "tensor", shape, elementType, ...(encoding && { encoding }) });
}

export function parseMemRefType(reader: Reader, start: number): Type {
  const { context } = reader;
  const { shape, at, elementType } = parseShape(reader, "memref");
  if (!isMemRefElement(reader, elementType)) reader.fail("invalid memref element type", at);
  let layout: Attribute | undefined;
  let memorySpace: Attribute | undefined;
  let isFirst = true;
  for (; reader.take(","); isFirst = false) {
    if (isFirst && reader.next() === 62) reader.failExpected("expected list element");
    const attribute = parseAttribute(reader);
    const isLayout = attribute.kind === "affine-map" || attribute.kind === "strided";
    if (isLayout && shape === undefined) reader.fail("cannot have affine map for unranked memref type");
    if (memorySpace !== undefined) {
      reader.next();
      const problem = isLayout ? "expected memory space to be last" : "multiple memory spaces specified";
      reader.fail(`${problem} in memref type`);
    }
    if (isLayout) layout = attribute;
    else memorySpace = attribute;
  }
  reader.expect(">", isFirst ? "expected ',' or '>' in memref type" : "expected ',' or '>'");
  if (layout !== undefined && shape !== undefined) verifyLayout(reader, layout, shape.length, start);
  if (memorySpace !== undefined && !isMemorySpace(reader, memorySpace))
    reader.fail("unsupported memory space Attribute", start);
  // The default memory space is 0.
  const isDefault = memorySpace?.data.kind === "integer" && memorySpace.data.value === 0n;
  const space = memorySpace === undefined || isDefault ? {} : { memorySpace };
  if (shape === undefined) return context.internType({ kind: "unranked-memref", elementType, ...space });
  if (layout?.data.kind === "affine-map" && isIdentity(layout.data.map)) layout = undefined;
  return context.internType({ kind: "memref", shape, elementType, ...(layout && { layout }), ...space });
}

/** Reports a layout that does not fit the shape (`MemRefLayoutAttrInterface::verifyLayout`). */
function verifyLayout(reader: Reader, { data }: Attribute, rank: number, start: number): void {
  if (data.kind === "affine-map" && data.map.dims !== rank) {
    reader.fail(`memref layout mismatch between rank and affine map: ${rank} != ${data.map.dims}`, start);
  }
  if (data.kind === "strided" && data.strides.length !== rank) {
    reader.fail("expected the number of strides to match the rank", start);
  }
}

/* Allowed element types and memory spaces (`mlir/lib/IR/BuiltinTypes.cpp`). All types of registered third parties are allowed. */

const VECTOR_ELEMENTS: ReadonlySet<string> = new Set(["llvm.ppc_fp128", "llvm.ptr", "ptr.ptr"]);
const MEMREF_ELEMENTS: ReadonlySet<string> = new Set(["llvm.ppc_fp128", "ptr.ptr"]);

/** See `BaseMemRefType::isValidElementType`. */
function isMemRefElement(reader: Reader, type: Type): boolean {
  const { kind } = type;
  const isShaped = kind === "vector" || kind === "memref" || kind === "unranked-memref";
  return isNumber(type) || isShaped || kind === "complex" || isOfDialect(reader, type, MEMREF_ELEMENTS);
}

/** See `TensorType::isValidElementType`. */
function isTensorElement(type: Type): boolean {
  const { kind } = type;
  return isNumber(type) || kind === "complex" || kind === "vector" || kind === "opaque";
}

function isNumber({ kind }: Type): boolean {
  return kind === "integer" || kind === "index" || kind === "float";
}

/** See `isSupportedMemorySpace`. Accepts all attributes of registered dialects other than builtin. */
function isMemorySpace({ context }: Reader, { data }: Attribute): boolean {
  if (data.kind !== "opaque") return ["integer", "string", "dictionary"].includes(data.kind);
  return upstream.has(data.dialect) || context.findDialect(data.dialect) !== undefined;
}

function isOfDialect({ context }: Reader, { data }: Type, ofUpstream: ReadonlySet<string>): boolean {
  if (data.kind !== "opaque") return false;
  if (!upstream.has(data.dialect)) return context.findDialect(data.dialect) !== undefined;
  const [text] = data.parts;
  const name = typeof text === "string" ? /^[.<]?([\w.]+)/.exec(text)?.[1] : undefined;
  return ofUpstream.has(`${data.dialect}.${name}`);
}
