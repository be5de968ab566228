import { DYNAMIC } from "../attributes/attribute.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import {
  elementBits,
  elementBytes,
  elementCount,
  elementTypeOf,
  isPacked,
  shapeOf,
  unpacked,
  writeUnsigned,
} from "../attributes/dense.ts";
import { upstream } from "../dialects/upstream.ts";
import { elementAt, elementsOf } from "../fold/elements.ts";
import { byteString } from "../text/bytes.ts";
import { floatLiteral, integerLiteral } from "./attribute-parser.ts";
import { hexValue } from "./lexical-error.ts";
import type { Reader } from "./reader.ts";
import { parseType } from "./type-parser.ts";

/* Elements of a shaped type (`TensorLiteralParser` in `mlir/lib/AsmParser/AttributeParser.cpp`). */

/** Text of one element. The text is converted to a number or string after the type was parsed. */
interface Element {
  readonly kind: "number" | "string" | "word";
  readonly text: string;
  readonly isNegative: boolean;
  readonly at: number;
}

/** Contents of `<…>`: the elements in order, and the shape that follows from the nesting of the lists. */
interface Literal {
  readonly elements: readonly Element[];
  readonly shape: readonly number[];
  /** Whether the literal is one string. If the elements are numbers, the string contains their bytes. */
  readonly isHex: boolean;
}

const NOTHING: Literal = { elements: [], shape: [], isHex: false };

/** Parses `'dense' '<' literal? '>' (':' type)?`. If the type is known, the text must not contain a type. */
export function parseDense(reader: Reader, known?: Type): Attribute {
  const start = reader.at - "dense".length;
  reader.expect("<", "expected '<' after 'dense'");
  const literal = reader.next() === 62 ? NOTHING : parseLiteral(reader, true);
  reader.expect(">", "expected '>'");
  const end = reader.at;
  const type = known ?? parseElementsType(reader, start, true);
  if (type.kind !== "opaque") return denseAttribute(reader, literal, type, start);
  // The element type and the shape are unknown, so the attribute contains the text of the elements.
  const parts = [byteString(reader.bytes, start, end)];
  return reader.context.internAttribute({ kind: "opaque", dialect: "", parts, type });
}

function parseElementsType(reader: Reader, at: number, allowOpaque = false): Type {
  reader.expect(":", "expected ':'");
  const type = parseType(reader);
  if (allowOpaque && type.data.kind === "opaque" && upstream.has(type.data.dialect)) return type;
  if (elementTypeOf(type) === undefined || type.kind === "complex") {
    reader.fail("elements literal must be a shaped type", at);
  }
  if (shapeOf(type)?.includes(DYNAMIC) ?? true) reader.fail("elements literal type must have static shape", at);
  return type;
}

/** Parses nested lists. The first list of each level determines the size of all lists of this level. */
function parseLiteral(reader: Reader, allowHex: boolean): Literal {
  const elements: Element[] = [];
  const shape = reader.next() === 91 ? parseList(reader, elements) : (parseElement(reader, elements), []);
  const first = elements[0];
  const isHex = allowHex && shape.length === 0 && elements.length === 1 && first!.kind === "string";
  return { elements, shape, isHex };
}

function parseList(reader: Reader, elements: Element[]): readonly number[] {
  reader.expect("[", "expected '['");
  let inner: readonly number[] | undefined;
  let count = 0;
  if (!reader.take("]")) {
    do {
      const c = reader.next();
      const shape = c === 91 ? reader.nested(parseList, elements) : (parseElement(reader, elements), []);
      if (inner !== undefined && shape.join("x") !== inner.join("x")) {
        reader.failExpected("tensor literal is invalid; ranks are not consistent between elements");
      }
      inner = shape;
      count++;
    } while (reader.take(","));
    reader.expect("]", "expected ']'");
  }
  return [count, ...(inner ?? [])];
}

/** Parses a number, word or string. A complex number counts as two elements. */
function parseElement(reader: Reader, elements: Element[]): void {
  const c = reader.next();
  const { at } = reader;
  if (c === 40) {
    reader.at++;
    parseElement(reader, elements);
    reader.expect(",", "expected ',' between complex elements");
    parseElement(reader, elements);
    reader.expect(")", "expected ')' after complex elements");
    return;
  }
  if (c === 34) {
    elements.push({ kind: "string", text: reader.string("expected string"), isNegative: false, at });
    return;
  }
  const isNegative = reader.take("-");
  const literalAt = reader.position();
  const text = reader.numberText();
  if (text !== "") {
    elements.push({ kind: "number", text, isNegative, at: literalAt });
    return;
  }
  if (isNegative) reader.fail("expected integer or floating point literal");
  const word = reader.peekWord();
  if (word !== "true" && word !== "false") reader.fail("expected element literal of primitive type");
  reader.at += word.length;
  elements.push({ kind: "word", text: word, isNegative, at });
}

/** Converts a literal to elements of a type. Reports errors at the position `start`. */
function denseAttribute(reader: Reader, literal: Literal, type: Type, start: number): Attribute {
  const { elements } = literal;
  const elementType = elementTypeOf(type)!;
  const isPrimitive = elementBits(elementType) !== undefined;
  if (literal.isHex && isPrimitive) return hexAttribute(reader, elements[0]!, type, start);
  const shape = shapeOf(type)!;
  const count = elementCount(shape);
  if (literal.shape.length > 0 && literal.shape.join("x") !== shape.join("x")) {
    reader.fail(
      `inferred shape of elements literal ([${literal.shape.join(", ")}]) does not match type ([${shape.join(", ")}])`,
      start,
    );
  }
  if (elements.length === 0 && count !== 0) {
    reader.fail(`parsed zero elements, but type ('${type.byteText}') expected at least 1`, start);
  }
  if (elementType.kind === "complex") requirePairs(reader, literal, type, count, start);
  if (!isPrimitive) return stringsAttribute(reader, literal, type, start);
  const { data } = elementType;
  const [scalar, parts] = data.kind === "complex" ? [data.elementType, 2] : [elementType, 1];
  const size = elementBytes(elementType) / parts;
  const values = elements.map((element) => elementValue(reader, element, scalar));
  // As in MLIR, ignores excess elements, for example if elements of a scalar type are written as pairs in parentheses.
  const raw = new Uint8Array(Math.min(values.length, Math.max(count, 1) * parts) * size);
  for (let i = 0; i * size < raw.length; i++) writeUnsigned(raw, i * size, size, values[i]!);
  return splatted(reader, type, raw, size * parts);
}

function requirePairs(reader: Reader, { elements, shape }: Literal, type: Type, count: number, start: number): void {
  const isSplat = shape.length === 0;
  const wanted = isSplat ? 2 : 2 * count;
  if (elements.length === wanted || elements.length === 0) return;
  const { byteText } = isSplat ? elementTypeOf(type)! : type;
  reader.fail(`parsed ${elements.length} elements, but type ('${byteText}') expected ${wanted} elements`, start);
}

function splatted({ context }: Reader, type: Type, raw: Uint8Array, size: number): Attribute {
  let isSplat = raw.length > 0;
  for (let i = size; i < raw.length && isSplat; i++) isSplat = raw[i] === raw[i - size];
  return context.internAttribute({ kind: "dense", type, raw: isSplat ? raw.slice(0, size) : raw, isSplat });
}

function elementValue(reader: Reader, { kind, text, isNegative, at }: Element, type: Type): bigint {
  const { data } = type;
  if (data.kind === "float") {
    if (kind !== "number") reader.fail("expected floating point literal", at);
    return floatLiteral(reader, text, isNegative, data.name, at);
  }
  if (isNegative && data.kind === "integer" && data.signedness === "unsigned") {
    reader.fail("expected unsigned integer elements, but parsed negative value", at);
  }
  if (kind === "word") {
    if (data.kind !== "integer" || data.width !== 1) reader.fail("expected i1 type for 'true' or 'false' values", at);
    return text === "true" ? 1n : 0n;
  }
  if (kind === "number" && text.includes(".")) {
    reader.fail("expected integer elements, but parsed floating-point", at);
  }
  const value = kind === "string" ? undefined : integerLiteral(text, isNegative, type);
  return value ?? reader.fail("integer constant out of range for type", at);
}

function stringsAttribute(reader: Reader, { elements }: Literal, type: Type, start: number): Attribute {
  const values = elements.map(({ kind, text }) =>
    kind === "string" ? text : reader.fail(`expected string token, got ${text}`, start),
  );
  const isSplat = values.length > 0 && values.every((value) => value === values[0]);
  if (isSplat) values.length = 1;
  return reader.context.internAttribute({ kind: "dense-strings", type, values, isSplat });
}

/** Converts a literal `"0x…"`, which contains the bytes of the elements. The bytes of a single element are a splat. */
function hexAttribute(reader: Reader, element: Element, type: Type, start: number): Attribute {
  const digits = element.text.startsWith("0x") ? element.text.slice(2) : undefined;
  if (digits === undefined || digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) {
    reader.fail("expected string containing hex digits starting with `0x`", element.at);
  }
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = hexValue(digits.charCodeAt(2 * i)) * 16 + hexValue(digits.charCodeAt(2 * i + 1));
  const elementType = elementTypeOf(type)!;
  const size = elementBytes(elementType);
  const count = elementCount(shapeOf(type)!);
  // For elements of one bit, a single byte is a splat only if its eight bits are equal.
  const isSplat = isPacked(elementType) ? bytes.length === 1 && (bytes[0] === 0 || bytes[0] === 255) : false;
  const wanted = isPacked(elementType) ? Math.ceil(count / 8) : size * count;
  if (!isSplat && bytes.length !== wanted && (isPacked(elementType) || bytes.length !== size)) {
    reader.fail(`elements hex data size is invalid for provided type: '${type.byteText}'`, start);
  }
  const raw = isSplat ? bytes.map((byte) => byte & 1) : isPacked(elementType) ? unpacked(bytes, count) : bytes;
  return splatted(reader, type, raw, size);
}

/** Parses `'dense_resource' '<' key '>' (':' type)?`. If the type is known, the text must not contain a type. */
export function parseDenseResource(reader: Reader, known?: Type): Attribute {
  reader.expect("<", "expected '<' after 'dense_resource'");
  const handle = reader.next() === 34 ? reader.string("expected resource key") : reader.word();
  if (handle === "") reader.fail("expected identifier key for 'resource' entry");
  reader.expect(">", "expected '>'");
  const at = reader.position();
  if (known === undefined) reader.expect(":", "expected ':'");
  const type = known ?? parseType(reader);
  if (elementTypeOf(type) === undefined || type.kind === "complex") {
    reader.fail("`dense_resource` expected a shaped type", at);
  }
  return reader.context.internAttribute({ kind: "dense-resource", type, handle });
}

/** Parses `'sparse' '<' (indices ',' values)? '>' (':' type)?`. If the type is known, the text must not contain a type. */
export function parseSparse(reader: Reader, known?: Type): Attribute {
  const start = reader.at - "sparse".length;
  reader.expect("<", "Expected '<' after 'sparse'");
  const isEmpty = reader.next() === 62;
  const indicesAt = reader.position();
  const indexLiteral = isEmpty ? NOTHING : parseLiteral(reader, false);
  if (!isEmpty) reader.expect(",", "expected ','");
  const valuesAt = reader.position();
  const valueLiteral = isEmpty ? NOTHING : parseLiteral(reader, true);
  reader.expect(">", "expected '>'");
  const { context } = reader;
  const type = known ?? parseElementsType(reader, start);
  const shape = shapeOf(type)!;
  // If the indices are a single number instead of a list, they refer to one element.
  const indicesShape = indexLiteral.shape.length === 0 ? [isEmpty ? 0 : 1, shape.length] : indexLiteral.shape;
  const indexType = context.internType({ kind: "integer", width: 64, signedness: "signless" });
  const indicesType = context.internType({ kind: "tensor", shape: indicesShape, elementType: indexType });
  const indices = denseAttribute(reader, indexLiteral, indicesType, indicesAt);
  const [count = 0, rank] = indicesShape;
  const valuesShape = valueLiteral.shape.length === 0 ? [count] : valueLiteral.shape;
  const valuesType = context.internType({ kind: "tensor", shape: valuesShape, elementType: elementTypeOf(type)! });
  const values = denseAttribute(reader, valueLiteral, valuesType, valuesAt);
  if (valuesShape.length !== 1) reader.fail("expected 1-d tensor for sparse element values", start);
  const isList = indicesShape.length === 1 && shape.length === 1;
  const isTable = indicesShape.length === 2 && rank === shape.length;
  if (!(isList || isTable) || count !== valuesShape[0]) {
    reader.fail(
      `expected shape ([${shape.join(", ")}]); inferred shape of indices literal ([${indicesShape.join(", ")}]); ` +
        `inferred shape of values literal ([${valuesShape.join(", ")}])`,
      start,
    );
  }
  requireInside(reader, type, indices, count, start);
  return context.internAttribute({ kind: "sparse", type, indices, values });
}

function requireInside(reader: Reader, type: Type, indices: Attribute, count: number, start: number): void {
  const shape = shapeOf(type)!;
  const numbers = elementsOf(indices)!;
  for (let i = 0; i < count; i++) {
    const index = shape.map((_, dimension) => elementAt(numbers, i * shape.length + dimension));
    if (index.every((at, dimension) => at < BigInt(shape[dimension]!))) continue;
    reader.fail(
      `sparse index #${i} is not contained within the value shape, with index=[${index.join(", ")}], and type='${type.byteText}'`,
      start,
    );
  }
}
