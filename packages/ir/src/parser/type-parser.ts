import { FLOAT_TYPE_NAMES } from "../attributes/float.ts";
import { isIdentity } from "../attributes/affine.ts";
import { type Attribute } from "../attributes/attribute.ts";
import { DYNAMIC, type Type } from "../attributes/type.ts";
import { parseAttribute, parseOptionalAttribute } from "./attribute-parser.ts";
import { refuseType } from "./dialect-attribute-parser.ts";
import { parseOpaqueSymbol } from "./opaque-parser.ts";
import { type Reader } from "./reader.ts";

const floatTypes: ReadonlySet<string> = new Set(FLOAT_TYPE_NAMES);
const MAX_INTEGER_WIDTH = 16777215;

/** `type ::= function-type | non-function-type` */
export function parseType(reader: Reader): Type {
  const type = tryParseType(reader);
  return type ?? reader.failExpected("expected non-function type");
}

/** A type if one begins here. */
export function tryParseType(reader: Reader): Type | undefined {
  const c = reader.next();
  if (c === 40) {
    const find = reader.findFunctionType;
    return reader.nested(() => (find === undefined ? parseFunctionType(reader) : reader.context.types[find()]!));
  }
  if (c === 33) return reader.nested(() => parseExtendedType(reader));
  const start = reader.at;
  const word = reader.word();
  const type = word === "" ? undefined : reader.nested(() => parseNamedType(reader, word, start));
  if (type === undefined) reader.at = start;
  return type;
}

function parseNamedType(reader: Reader, word: string, start: number): Type | undefined {
  const { context } = reader;
  const integer = /^(si|ui|i)(\d+)$/.exec(word);
  if (integer !== null) {
    const width = Number(integer[2]);
    if (width > MAX_INTEGER_WIDTH) reader.fail(`integer bitwidth is limited to ${MAX_INTEGER_WIDTH} bits`, start);
    const signedness = integer[1] === "i" ? "signless" : integer[1] === "si" ? "signed" : "unsigned";
    return context.internType({ kind: "integer", width, signedness });
  }
  if (floatTypes.has(word)) return context.internType({ kind: "float", name: word });
  switch (word) {
    case "index":
    case "none":
      return context.internType({ kind: word });
    case "tuple":
      return parseTupleType(reader);
    case "complex":
      return parseComplexType(reader);
    case "vector":
      return parseVectorType(reader, start);
    case "tensor":
      return parseTensorType(reader);
    case "memref":
      return parseMemRefType(reader);
    default:
      return undefined;
  }
}

/** `function-type ::= (type | '(' type-list? ')') '->' (type | '(' type-list? ')')` */
export function parseFunctionType(reader: Reader): Type {
  const inputs = parseTypeListInParentheses(reader);
  if (!reader.takeText("->")) reader.failExpected("expected '->' in function type");
  const results = reader.next() === 40 ? parseTypeListInParentheses(reader) : [parseNonFunctionType(reader)];
  return reader.context.functionType(inputs, results);
}

function parseNonFunctionType(reader: Reader): Type {
  return tryParseType(reader) ?? reader.failExpected("expected non-function type");
}

export function parseTypeListInParentheses(reader: Reader): Type[] {
  reader.expect("(", "expected '('");
  const types: Type[] = [];
  if (reader.take(")")) return types;
  do types.push(parseType(reader));
  while (reader.take(","));
  reader.expect(")", "expected ')'");
  return types;
}

/** `'!' (alias | dialect '.' body | dialect '<' body '>')` */
function parseExtendedType(reader: Reader): Type {
  const start = reader.at;
  reader.at++;
  const symbol = parseOpaqueSymbol(reader, "type", start);
  if (symbol.kind === "alias") {
    return reader.typeAliases.get(symbol.name) ?? reader.failExpected(`undefined symbol alias id '${symbol.name}'`);
  }
  refuseType(reader, symbol.dialect, start);
  return reader.context.internType({ kind: "opaque", dialect: symbol.dialect, parts: symbol.parts });
}

function parseTupleType(reader: Reader): Type {
  reader.expect("<", "expected '<' in tuple type");
  const types: Type[] = [];
  if (!reader.take(">")) {
    do types.push(parseType(reader));
    while (reader.take(","));
    reader.expect(">", "expected '>' in tuple type");
  }
  return reader.context.internType({ kind: "tuple", types });
}

function parseComplexType(reader: Reader): Type {
  reader.expect("<", "expected '<' in complex type");
  reader.next();
  const at = reader.at;
  const elementType = parseType(reader);
  reader.expect(">", "expected '>' in complex type");
  if (elementType.kind !== "float" && elementType.kind !== "integer") {
    reader.fail("invalid element type for complex", at);
  }
  return reader.context.internType({ kind: "complex", elementType });
}

/** The `x` behind a dimension, which may be the first letter of what the lexer takes for a word (`x4xf32`). */
function expectX(reader: Reader): void {
  if (reader.bytes[reader.at] === 120) reader.at++;
  else {
    if (reader.next() === 120) reader.at++;
    else reader.failExpected("expected 'x' in dimension list");
  }
}

/** `dimension ::= '?' | decimal`, or undefined if none is next. In `0x4xf32`, `0x4` is no hexadecimal number. */
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
    // With a point it is another token, and no dimension.
    reader.at = start;
    return undefined;
  }
  if (value > Number.MAX_SAFE_INTEGER) reader.fail("invalid dimension", start);
  return value;
}

/** `dimension-list ::= (dimension 'x')*` */
function parseDimensions(reader: Reader): number[] {
  const shape: number[] = [];
  for (;;) {
    const size = dimension(reader, true);
    if (size === undefined) return shape;
    shape.push(size);
    expectX(reader);
  }
}

/** `vector-type ::= 'vector' '<' ((decimal | '[' decimal ']') 'x')* type '>'` */
function parseVectorType(reader: Reader, start: number): Type {
  reader.expect("<", "expected '<' in vector type");
  const shape: number[] = [];
  const scalable: boolean[] = [];
  for (;;) {
    const isScalable = reader.take("[");
    const size = dimension(reader, false);
    if (size === undefined) {
      if (isScalable) reader.failExpected("expected integer value");
      break;
    }
    if (isScalable) reader.expect("]", "missing ']' closing scalable dimension");
    shape.push(size);
    scalable.push(isScalable);
    expectX(reader);
  }
  const elementType = parseType(reader);
  reader.expect(">", "expected '>' in vector type");
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

function parseTensorType(reader: Reader): Type {
  reader.expect("<", "expected '<' in tensor type");
  const unranked = isUnranked(reader);
  const shape = unranked ? [] : parseDimensions(reader);
  const elementType = parseType(reader);
  let encoding: Attribute | undefined;
  if (reader.take(",")) encoding = parseOptionalAttribute(reader);
  reader.expect(">", "expected '>' in tensor type");
  if (encoding !== undefined && unranked) reader.fail("cannot apply encoding to unranked tensor");
  if (unranked) return reader.context.internType({ kind: "unranked-tensor", elementType });
  return reader.context.internType({
    kind: "tensor",
    shape,
    elementType,
    ...(encoding === undefined ? {} : { encoding }),
  });
}

function parseMemRefType(reader: Reader): Type {
  const { context } = reader;
  reader.expect("<", "expected '<' in memref type");
  const unranked = isUnranked(reader);
  const shape = unranked ? [] : parseDimensions(reader);
  const elementType = parseType(reader);
  let layout: Attribute | undefined;
  let memorySpace: Attribute | undefined;
  let isFirst = true;
  for (; reader.take(","); isFirst = false) {
    if (isFirst && reader.next() === 62) reader.failExpected("expected list element");
    const attribute = parseAttribute(reader);
    const isLayout = attribute.kind === "affine-map" || attribute.kind === "strided";
    if (isLayout && unranked) reader.fail("cannot have affine map for unranked memref type");
    if (memorySpace !== undefined) {
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
  const space = memorySpace === undefined || isDefaultSpace(memorySpace) ? {} : { memorySpace };
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

/** Space 0 is the one that memrefs have without saying so. */
function isDefaultSpace(space: Attribute): boolean {
  return space.data.kind === "integer" && space.data.value === 0n;
}
