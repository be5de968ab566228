import { type Attribute } from "../attributes/attribute.ts";
import { elementBits, elementBytes, elementCount, elementTypeOf, shapeOf, writeUnsigned } from "../attributes/dense.ts";
import { DYNAMIC, type Type } from "../attributes/type.ts";
import { floatLiteral, integerLiteral, parseAttribute } from "./attribute-parser.ts";
import { type Reader } from "./reader.ts";
import { parseType } from "./type-parser.ts";

/** One element as it was written; what it means is known when the type was read. */
interface Element {
  readonly kind: "number" | "string" | "word";
  readonly text: string;
  readonly isNegative: boolean;
  readonly at: number;
}

/** What stands between `<` and `>`: elements in order and the shape that the brackets show. */
interface Literal {
  readonly elements: Element[];
  readonly shape: readonly number[];
  readonly isHex: boolean;
}

/** `'dense' '<' literal? '>' ':' type` */
export function parseDense(reader: Reader): Attribute {
  const start = reader.at - "dense".length;
  reader.expect("<", "expected '<' after 'dense'");
  const literal = reader.next() === 62 ? { elements: [], shape: [0], isHex: false } : parseLiteral(reader, true);
  reader.expect(">", "expected '>'");
  return build(reader, literal, parseShapedType(reader, start), start);
}

/** `dense<…>` without the type behind it, which is known; anything else is an attribute as usual. */
export function parseElementsOfType(reader: Reader, type: Type): Attribute {
  if (reader.peekWord() !== "dense") return parseAttribute(reader);
  const start = reader.at;
  reader.takeWord("dense");
  reader.expect("<", "expected '<' after 'dense'");
  const literal = reader.next() === 62 ? { elements: [], shape: [0], isHex: false } : parseLiteral(reader, true);
  reader.expect(">", "expected '>'");
  if (reader.next() === 58) return build(reader, literal, parseShapedType(reader, start), start);
  return build(reader, literal, type, start);
}

function parseShapedType(reader: Reader, at: number): Type {
  reader.expect(":", "expected ':'");
  const type = parseType(reader);
  const shape = shapeOf(type);
  if (shape === undefined) reader.fail("elements literal must be a shaped type", at);
  if (type.kind === "memref") reader.fail("elements literal must be a ranked tensor or vector type", at);
  if (shape.includes(DYNAMIC)) reader.fail("elements literal type must have static shape", at);
  return type;
}

/** Reads nested lists; the shape is that of the first of each level, and the others must agree. */
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
      const shape = c === 91 ? reader.nested(() => parseList(reader, elements)) : (parseElement(reader, elements), []);
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

/** A number, word or string; a complex number counts as two elements. */
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
  reader.next();
  const literalAt = reader.at;
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

function build(reader: Reader, literal: Literal, type: Type, start: number): Attribute {
  const { context } = reader;
  const shape = shapeOf(type)!;
  const elementType = elementTypeOf(type)!;
  const count = elementCount(shape);
  const parts = elementType.kind === "complex" ? 2 : 1;
  if (elementBits(elementType) === undefined) return buildStrings(reader, literal, type, count);
  if (literal.isHex) return buildHex(reader, literal.elements[0]!, type, count);
  const isSplat = literal.shape.length === 0 && count !== 0;
  if (literal.elements.length === 0 && count !== 0) {
    reader.fail(`parsed zero elements, but type ('${type.byteText}') expected at least 1`, start);
  }
  if (!isSplat && literal.shape.join("x") !== shape.join("x") && !(count === 0 && literal.elements.length === 0)) {
    reader.fail(
      `inferred shape of elements literal ([${literal.shape.join(", ")}]) does not match type ([${shape.join(", ")}])`,
      start,
    );
  }
  const size = elementBytes(elementType) / parts;
  const scalar = elementType.data.kind === "complex" ? elementType.data.elementType : elementType;
  const raw = new Uint8Array(literal.elements.length * size);
  literal.elements.forEach((element, i) => writeUnsigned(raw, i * size, size, elementValue(reader, element, scalar)));
  return context.internAttribute(splatted(type, raw, size * parts));
}

/** Elements that are all the same are held, and printed, as one. */
function splatted(
  type: Type,
  raw: Uint8Array,
  size: number,
): { kind: "dense"; type: Type; raw: Uint8Array; isSplat: boolean } {
  let isSplat = raw.length > 0;
  for (let i = size; i < raw.length && isSplat; i++) isSplat = raw[i] === raw[i - size];
  return { kind: "dense", type, raw: isSplat ? raw.slice(0, size) : raw, isSplat };
}

function elementValue(reader: Reader, element: Element, type: Type): bigint {
  const { data } = type;
  if (element.kind === "string") reader.fail("expected element literal of primitive type", element.at);
  if (data.kind === "float") {
    if (element.kind === "word") reader.fail("expected floating point element, but parsed boolean", element.at);
    return floatLiteral(reader, element.text, element.isNegative, data.name, element.at);
  }
  if (element.kind === "word") {
    if (data.kind !== "integer" || data.width !== 1)
      reader.fail("expected i1 type for 'true' or 'false' values", element.at);
    return element.text === "true" ? 1n : 0n;
  }
  if (element.text.includes(".")) reader.fail("expected integer elements, but parsed floating-point", element.at);
  const value = integerLiteral(element.text, element.isNegative, type);
  return value ?? reader.fail("integer constant out of range for type", element.at);
}

function buildStrings(reader: Reader, literal: Literal, type: Type, count: number): Attribute {
  const values = literal.elements.map((element) => element.text);
  const isSplat = values.length > 0 && count > 0 && values.every((value) => value === values[0]);
  return reader.context.internAttribute({
    kind: "dense-strings",
    type,
    values: isSplat ? values.slice(0, 1) : values,
    isSplat,
  });
}

/** `"0x…"`: the elements' bytes. One element's worth is a splat. */
function buildHex(reader: Reader, element: Element, type: Type, count: number): Attribute {
  const digits = element.text.startsWith("0x") ? element.text.slice(2) : undefined;
  if (digits === undefined || digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) {
    reader.fail("elements hex string only supports integer, floating point and complex element types", element.at);
  }
  const raw = new Uint8Array(digits.length / 2);
  for (let i = 0; i < raw.length; i++)
    raw[i] = hexDigit(digits.charCodeAt(2 * i)) * 16 + hexDigit(digits.charCodeAt(2 * i + 1));
  const size = elementBytes(elementTypeOf(type)!);
  if (raw.length !== size && raw.length !== size * count) {
    reader.fail("elements hex data size is invalid for provided type: " + type.byteText, element.at);
  }
  return reader.context.internAttribute(splatted(type, raw, size));
}

function hexDigit(c: number): number {
  return c <= 57 ? c - 48 : (c | 32) - 87;
}

/** `'dense_resource' '<' key '>' ':' type` */
export function parseDenseResource(reader: Reader): Attribute {
  const start = reader.at - "dense_resource".length;
  reader.expect("<", "expected '<' after 'dense_resource'");
  const handle = reader.next() === 34 ? reader.string("expected resource key") : reader.word();
  if (handle === "") reader.failExpected("expected dialect resource handle");
  reader.expect(">", "expected '>'");
  return reader.context.internAttribute({ kind: "dense-resource", type: parseShapedType(reader, start), handle });
}

/** `'sparse' '<' indices ',' values '>' ':' type` */
export function parseSparse(reader: Reader): Attribute {
  const start = reader.at;
  const { context } = reader;
  reader.expect("<", "expected '<' after 'sparse'");
  const isEmpty = reader.next() === 62;
  const none: Literal = { elements: [], shape: [0], isHex: false };
  const indices = isEmpty ? none : parseLiteral(reader, false);
  if (!isEmpty) reader.expect(",", "expected ','");
  const values = isEmpty ? none : parseLiteral(reader, false);
  reader.expect(">", "expected '>'");
  const type = parseShapedType(reader, start - "sparse".length);
  const rank = shapeOf(type)!.length;
  const count = indices.shape.length === 0 ? 1 : indices.shape[0]!;
  const i64 = context.internType({ kind: "integer", width: 64, signedness: "signless" });
  const tensor = (shape: readonly number[], elementType: Type): Type =>
    context.internType({ kind: "tensor", shape, elementType });
  const indexShape = indices.shape.length === 1 ? [count] : [count, rank];
  return context.internAttribute({
    kind: "sparse",
    type,
    indices: build(reader, indices, tensor(isEmpty ? [0, rank] : indexShape, i64), start),
    values: build(reader, values, tensor([count], elementTypeOf(type)!), start),
  });
}
