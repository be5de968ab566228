import { isIdentity } from "../attributes/affine.ts";
import { DYNAMIC } from "../attributes/attribute.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { parseAttribute, parseOptionalAttribute } from "./attribute-parser.ts";
import { isMemorySpace, isMemRefElement, isTensorElement, isVectorElement } from "./element-types.ts";
import type { Reader } from "./reader.ts";
import { parseType } from "./type-parser.ts";

/* Parsers of vectors, tensors and memrefs (`mlir/lib/AsmParser/TypeParser.cpp`). */

/** Skips the `x` after a dimension. The lexer can read `x` as the start of a word (`x4xf32`). */
function expectX(reader: Reader): void {
  if (reader.next() !== 120) reader.failExpected("expected 'x' in dimension list");
  reader.at++;
}

/**
 * Parses `dimension ::= '?' | decimal`. Returns `undefined` if the next token is not a dimension. In `0x4xf32`, `0x4`
 * is not a hexadecimal number.
 */
function dimension(reader: Reader, allowDynamic: boolean): number | undefined {
  const c = reader.next();
  if (c === 63) {
    if (!allowDynamic) return undefined;
    reader.at++;
    return DYNAMIC;
  }
  if (c < 48 || c > 57) return undefined;
  let value = 0;
  let digit = c;
  const start = reader.at;
  while (digit >= 48 && digit <= 57) {
    value = value * 10 + digit - 48;
    digit = reader.bytes[++reader.at]!;
  }
  if (digit === 46) {
    // A number with a decimal point is a float token, not a dimension.
    reader.at = start;
    return undefined;
  }
  if (value > Number.MAX_SAFE_INTEGER) reader.fail("invalid dimension", start);
  return value;
}

/** Parses `dimension-list ::= (dimension 'x')*`. */
function parseDimensions(reader: Reader): number[] {
  const shape: number[] = [];
  for (;;) {
    const size = dimension(reader, true);
    if (size === undefined) return shape;
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
    const size = dimension(reader, false);
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
  if (!isVectorElement(elementType)) {
    reader.fail("failed to verify 'elementType': VectorElementTypeInterface instance", start);
  }
  if (shape.includes(0))
    reader.fail(`vector types must have positive constant sizes but got ${shape.join(", ")}`, start);
  return reader.context.internType({ kind: "vector", shape, scalable, elementType });
}

function isUnranked(reader: Reader): boolean {
  if (reader.next() !== 42) return false;
  reader.at++;
  expectX(reader);
  return true;
}

export function parseTensorType(reader: Reader): Type {
  reader.expect("<", "expected '<' in tensor type");
  const unranked = isUnranked(reader);
  const shape = unranked ? [] : parseDimensions(reader);
  const at = reader.position();
  const elementType = parseType(reader);
  let encoding: Attribute | undefined;
  if (reader.take(",")) encoding = parseOptionalAttribute(reader);
  reader.expect(">", "expected '>' in tensor type");
  if (!isTensorElement(elementType)) reader.fail("invalid tensor element type", at);
  if (encoding !== undefined && unranked) {
    // Skips blanks and comments, so that a later error has the position of the next token.
    reader.next();
    reader.fail("cannot apply encoding to unranked tensor");
  }
  if (unranked) return reader.context.internType({ kind: "unranked-tensor", elementType });
  return reader.context.internType({
    kind: "tensor",
    shape,
    elementType,
    ...(encoding === undefined ? {} : { encoding }),
  });
}

export function parseMemRefType(reader: Reader, start: number): Type {
  const { context } = reader;
  reader.expect("<", "expected '<' in memref type");
  const unranked = isUnranked(reader);
  const shape = unranked ? [] : parseDimensions(reader);
  const at = reader.position();
  const elementType = parseType(reader);
  if (!isMemRefElement(elementType)) reader.fail("invalid memref element type", at);
  let layout: Attribute | undefined;
  let memorySpace: Attribute | undefined;
  let isFirst = true;
  for (; reader.take(","); isFirst = false) {
    if (isFirst && reader.next() === 62) reader.failExpected("expected list element");
    const attribute = parseAttribute(reader);
    const isLayout = attribute.kind === "affine-map" || attribute.kind === "strided";
    if (isLayout && unranked) reader.fail("cannot have affine map for unranked memref type");
    if (memorySpace !== undefined) {
      reader.next();
      reader.fail(
        isLayout
          ? "expected memory space to be last in memref type"
          : "multiple memory spaces specified in memref type",
      );
    }
    if (isLayout) layout = attribute;
    else memorySpace = attribute;
  }
  reader.expect(">", isFirst ? "expected ',' or '>' in memref type" : "expected ',' or '>'");
  if (layout !== undefined) verifyLayout(reader, layout, shape.length, start);
  if (memorySpace !== undefined && !isMemorySpace(memorySpace)) {
    reader.fail("unsupported memory space Attribute", start);
  }
  // The default memory space is 0.
  const isDefault = memorySpace?.data.kind === "integer" && memorySpace.data.value === 0n;
  const space = memorySpace === undefined || isDefault ? {} : { memorySpace };
  if (unranked) return context.internType({ kind: "unranked-memref", elementType, ...space });
  if (layout?.data.kind === "affine-map" && isIdentity(layout.data.map)) layout = undefined;
  return context.internType({
    kind: "memref",
    shape,
    elementType,
    ...(layout === undefined ? {} : { layout }),
    ...space,
  });
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
