import { DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Attribute, NamedAttribute, Type, TypeData } from "../attributes/attribute.ts";
import { wrappedInteger } from "../attributes/integer.ts";
import { floatBitsOfNumber, floatFormat, renderFloat } from "../attributes/float.ts";
import { sortedByName } from "../attributes/parts.ts";
import { getOrMake } from "../maps.ts";
import { quoted } from "../text/bytes.ts";
import { parseAffineMap, parseIntegerSet } from "./affine-parser.ts";
import { parseDense, parseDenseResource, parseSparse } from "./dense-parser.ts";
import { parseLocationAttribute } from "./location-parser.ts";
import { parseKnownBody } from "./dialect-attribute-parser.ts";
import { parseOpaqueSymbol, requireDialect } from "./opaque-parser.ts";
import { isDigit, isLetter } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { parseType, tryParseType } from "./type-parser.ts";

/** Parses `attribute-value ::= …` of `mlir/docs/LangRef.md`. The first token determines the kind of attribute. */
export function parseAttribute(reader: Reader): Attribute {
  const { context } = reader;
  const c = reader.next();
  switch (c) {
    case 34:
      return parseString(reader);
    case 91:
      return reader.nested(parseArray);
    case 123:
      return context.internAttribute({ kind: "dictionary", entries: reader.nested(parseDictionaryEntries) });
    case 64:
      return parseSymbol(reader);
    case 35:
      return reader.nested(parseExtended);
  }
  const isNegative = c === 45 && reader.take("-");
  if (isNegative || isDigit(c)) return parseNumber(reader, isNegative);
  const word = reader.peekWord();
  const parse = word === "" ? undefined : KEYWORDS[word];
  if (parse !== undefined) {
    reader.at += word.length;
    return reader.nested(parse);
  }
  const type = tryParseType(reader);
  if (type === undefined) reader.failExpected("expected attribute value");
  return context.internAttribute({ kind: "type", type });
}

/** Parses an attribute of a known type. The text of numbers and elements does not contain the type. */
export function parseElementsOfType(reader: Reader, type: Type): Attribute {
  const word = reader.peekWord();
  const parse = ELEMENTS[word];
  if (parse === undefined) return parseNumberOfType(reader, type) ?? parseAttribute(reader);
  reader.at += word.length;
  return parse(reader, type);
}

/** Parses an attribute. Returns `undefined` if the next token cannot start an attribute. */
export function parseOptionalAttribute(reader: Reader): Attribute | undefined {
  const c = reader.next();
  const isMark = c === 34 || c === 91 || c === 123 || c === 64 || c === 35 || c === 45;
  if (isMark || isDigit(c) || OPTIONAL_KEYWORDS.has(reader.peekWord())) return parseAttribute(reader);
  const type = tryParseType(reader);
  return type === undefined ? undefined : reader.context.internAttribute({ kind: "type", type });
}

const ELEMENTS: Readonly<Record<string, (reader: Reader, type?: Type) => Attribute>> = {
  __proto__: null as never,
  dense: parseDense,
  dense_resource: parseDenseResource,
  sparse: parseSparse,
};

const KEYWORDS: Readonly<Record<string, (reader: Reader) => Attribute>> = {
  ...ELEMENTS,
  __proto__: null as never,
  unit: (reader) => reader.context.internAttribute({ kind: "unit" }),
  true: (reader) => boolean(reader, 1n),
  false: (reader) => boolean(reader, 0n),
  array: parseDenseArray,
  affine_map: (reader) => {
    const map = inAngles(reader, "affine map", parseAffineMap);
    return reader.context.internAttribute({ kind: "affine-map", map });
  },
  affine_set: (reader) => {
    const set = inAngles(reader, "integer set", parseIntegerSet);
    return reader.context.internAttribute({ kind: "integer-set", set });
  },
  distinct: parseDistinct,
  strided: parseStrided,
  loc: parseLocationAttribute,
};

/** As in MLIR, some keywords do not start an optional attribute. */
const OPTIONAL_KEYWORDS: ReadonlySet<string> = new Set(
  Object.keys(KEYWORDS).filter((word) => !["array", "distinct", "strided"].includes(word)),
);

function boolean(reader: Reader, value: bigint): Attribute {
  const type = reader.context.internType({ kind: "integer", width: 1, signedness: "signless" });
  return reader.context.internAttribute({ kind: "integer", type, value });
}

function inAngles<T>(reader: Reader, what: string, parse: (reader: Reader) => T): T {
  reader.expect("<", `expected '<' in ${what}`);
  const parsed = parse(reader);
  reader.expect(">", `expected '>' in ${what}`);
  return parsed;
}

function parseOptionalColonType(reader: Reader): Type | undefined {
  return reader.take(":") ? parseType(reader) : undefined;
}

function parseString(reader: Reader): Attribute {
  const value = reader.string("expected string");
  const type = parseOptionalColonType(reader);
  const typed = type === undefined || type.kind === "none" ? {} : { type };
  return reader.context.internAttribute({ kind: "string", value, ...typed });
}

function parseArray(reader: Reader): Attribute {
  reader.at++;
  // Does not call `reader.list`, because an additional function would need more stack for each nested array.
  const elements: Attribute[] = [];
  if (!reader.take("]")) {
    do elements.push(parseAttribute(reader));
    while (reader.take(","));
    reader.expect("]", "expected ',' or ']'");
  }
  return reader.context.internAttribute({ kind: "array", elements });
}

/** Parses `'{' (name ('=' value)? (',' …)*)? '}'`. Returns the entries sorted by name. */
export function parseDictionaryEntries(reader: Reader): readonly NamedAttribute[] {
  reader.expect("{", "expected '{' in attribute dictionary");
  const entries: NamedAttribute[] = [];
  if (reader.take("}")) return entries;
  // Comparing all pairs of names is faster than a set for short dictionaries, but takes quadratic time.
  let names: Set<string> | undefined;
  do {
    const c = reader.next();
    const start = reader.at;
    const name = c === 34 ? reader.string("expected attribute name") : reader.word();
    if (name === "") {
      if (c === 34) reader.fail("expected valid attribute name", start);
      reader.failExpected("expected attribute name");
    }
    if (names?.has(name) ?? entries.some((entry) => entry.name === name))
      reader.fail(`duplicate key '${name}' in dictionary attribute`, start);
    const value = reader.take("=") ? parseAttribute(reader) : reader.context.internAttribute({ kind: "unit" });
    entries.push({ name, value });
    if (entries.length === 32) names = new Set(entries.map((entry) => entry.name));
    else names?.add(name);
  } while (reader.take(","));
  reader.expect("}", "expected '}' in attribute dictionary");
  return sortedByName(entries);
}

/** Parses `'@' (word | string) ('::' '@' (word | string))*`. */
function parseSymbol(reader: Reader): Attribute {
  const root = parseSymbolName(reader);
  const nested: string[] = [];
  let at = reader.position();
  while (reader.take(":") && reader.take(":")) {
    if (reader.next() !== 64) reader.fail("expected nested symbol reference identifier");
    nested.push(parseSymbolName(reader));
    at = reader.position();
  }
  reader.at = at;
  return reader.context.internAttribute({ kind: "symbol", root, nested });
}

/** Parses `'@' (word | string)`. The `@` must be next. */
export function parseSymbolName(reader: Reader): string {
  const start = reader.at;
  reader.at++;
  const c = reader.bytes[reader.at]!;
  const isQuoted = c === 34;
  const name = isQuoted ? reader.string("expected string") : isLetter(c) ? reader.word() : "";
  if (name !== "") return name;
  if (isQuoted) reader.fail("expected valid '@'-identifier for symbol name", start);
  return reader.failToken("@ identifier expected to start with letter or '_'", start + 1);
}

/** Parses `'#' (alias | dialect-attribute)`, optionally followed by a type. */
function parseExtended(reader: Reader): Attribute {
  const start = reader.at;
  reader.at++;
  const symbol = parseOpaqueSymbol(reader, "attribute", start);
  if (symbol.kind === "alias") {
    return (
      reader.attributeAliases.get(symbol.name) ?? reader.failExpected(`undefined symbol alias id '${symbol.name}'`)
    );
  }
  const end = reader.at;
  const type = parseOptionalColonType(reader);
  const known = parseKnownBody(reader, "attribute", symbol.dialect, start, end);
  requireDialect(reader, symbol, "attribute", type);
  const { dialect, parts } = symbol;
  if (known !== undefined) return reader.context.internAttribute({ kind: "opaque", dialect, parts: [known] });
  return reader.context.internAttribute({ kind: "opaque", dialect, parts, ...(type && { type }) });
}

/** Parses a number of a known type, which the text must not contain. Returns `undefined` if no number is next. */
export function parseNumberOfType(reader: Reader, type: Type): Attribute | undefined {
  const isNegative = reader.take("-");
  return isNegative || isDigit(reader.next()) ? parseNumber(reader, isNegative, type) : undefined;
}

const F64: TypeData = { kind: "float", name: "f64" };
const I64: TypeData = { kind: "integer", width: 64, signedness: "signless" };

/** Parses a number and its type, after an optional minus. The default types are `i64` and `f64`. */
function parseNumber(reader: Reader, isNegative: boolean, known?: Type): Attribute {
  const { context } = reader;
  const start = reader.position();
  const text = reader.numberText();
  if (text === "") reader.failExpected("expected constant integer or floating point value");
  const isFloat = text.includes(".");
  const type = known ?? parseOptionalColonType(reader) ?? context.internType(isFloat ? F64 : I64);
  if (type.data.kind === "float") {
    const bits = floatLiteral(reader, text, isNegative, type.data.name, start);
    return context.internAttribute({ kind: "float", type, bits });
  }
  if (isFloat) {
    reader.next();
    reader.fail("floating point value not valid for specified type");
  }
  if (type.data.kind !== "integer" && type.data.kind !== "index") {
    reader.fail("integer literal not valid for specified type", start);
  }
  if (isNegative && type.data.kind === "integer" && type.data.signedness === "unsigned") {
    reader.fail("negative integer literal not valid for unsigned integer type", start);
  }
  const value = integerLiteral(text, isNegative, type);
  if (value === undefined) reader.fail("integer constant out of range for attribute", start);
  return context.internAttribute({ kind: "integer", type, value });
}

/** Returns the bits of a floating-point literal, which is decimal with a point, or hexadecimal. */
export function floatLiteral(reader: Reader, text: string, isNegative: boolean, name: string, start: number): bigint {
  // As in MLIR, a decimal literal is first rounded to a double.
  if (text.includes(".")) return floatBitsOfNumber(Number(isNegative ? `-${text}` : text), name);
  if (!text.startsWith("0x")) {
    reader.fail("unexpected decimal integer literal for a floating point value", start, [
      reader.note("add a trailing dot to make the literal a float", start),
    ]);
  }
  if (isNegative) {
    reader.fail("hexadecimal float literal should not have a leading minus", start);
  }
  const bits = BigInt(text);
  if (bits >> BigInt(floatFormat(name).width) !== 0n)
    reader.fail("hexadecimal float constant out of range for type", start);
  return bits;
}

/** Returns the value of an integer literal, or `undefined` if it does not fit the type (`buildAttributeAPInt`). */
export function integerLiteral(text: string, isNegative: boolean, type: Type): bigint | undefined {
  const { data } = type;
  const width = data.kind === "integer" ? data.width : 64;
  const magnitude = BigInt(text);
  if (magnitude >> BigInt(width) !== 0n) return undefined;
  if (width === 0) return isNegative ? undefined : 0n;
  const isSigned = data.kind === "index" || (data.kind === "integer" && data.signedness === "signed");
  const signBit = 1n << BigInt(width - 1);
  if (isNegative) {
    // The sign bit of the negated number must be set. As in MLIR, this condition also excludes zero.
    const negated = BigInt.asUintN(width, -magnitude);
    return (negated & signBit) === 0n ? undefined : wrappedInteger(type, negated);
  }
  return isSigned && (magnitude & signBit) !== 0n ? undefined : wrappedInteger(type, magnitude);
}

/** Parses `'array' '<' type (':' value (',' value)*)? '>'`. */
function parseDenseArray(reader: Reader): Attribute {
  reader.expect("<", "expected '<' after 'array'");
  const at = reader.position();
  const elementType = reader.alsoFailing(() => parseType(reader), "expected an integer or floating point type", at);
  const { data } = elementType;
  if (data.kind !== "integer" && data.kind !== "float") {
    reader.fail(`expected integer or float type, got: ${quoted(elementType.byteText).replaceAll('"', "'")}`, at);
  }
  const width = data.kind === "integer" ? data.width : floatFormat(data.name).width;
  if (width !== 1 && width % 8 !== 0) reader.fail("element type bitwidth must be a multiple of 8", at);
  const values: string[] = [];
  if (reader.next() !== 62) {
    reader.expect(":", "expected ':' after dense array type");
    do values.push(parseDenseArrayValue(reader, elementType));
    while (reader.take(","));
  }
  reader.expect(">", "expected '>' to close an array attribute");
  return reader.context.internAttribute({ kind: "dense-array", elementType, values });
}

function parseDenseArrayValue(reader: Reader, type: Type): string {
  const { data } = type;
  const isNegative = reader.take("-");
  const start = reader.position();
  if (data.kind === "float") {
    const text = reader.numberText();
    if (text === "") reader.fail("expected floating point literal");
    return renderFloat(floatLiteral(reader, text, isNegative, data.name, start), data.name);
  }
  const isBoolean = data.kind === "integer" && data.width === 1;
  const word = reader.peekWord();
  if (word === "true" || word === "false") {
    if (!isBoolean) reader.fail("expected i1 type for 'true' or 'false' values");
    reader.at += word.length;
    return word;
  }
  const text = reader.integerText();
  if (text === "") reader.fail("expected integer literal");
  if (isBoolean) reader.fail("expected 'true' or 'false' values for i1 type");
  const value = integerLiteral(text, isNegative, type);
  return value === undefined ? reader.fail("integer constant out of range") : value.toString();
}

/** Parses `'distinct' '[' integer ']' '<' attribute? '>'`. */
function parseDistinct(reader: Reader): Attribute {
  const start = reader.at - "distinct".length;
  reader.expect("[", "expected '[' after 'distinct'");
  const index = reader.integerText();
  if (index === "") reader.failExpected("expected distinct ID");
  reader.next();
  if (BigInt(index) >= 1n << 64n) reader.fail("expected an unsigned 64-bit integer");
  reader.expect("]", "expected ']' to close distinct ID");
  reader.expect("<", "expected '<' after distinct ID");
  const value =
    reader.next() === 62
      ? reader.context.internAttribute({ kind: "unit" })
      : reader.alsoFailing(() => parseAttribute(reader), "expected attribute");
  reader.expect(">", "expected '>' to close distinct attribute");
  const attribute = getOrMake(reader.distinctAttributes, BigInt(index).toString(), () =>
    reader.context.distinctAttribute(value),
  );
  const { data } = attribute;
  if (data.kind === "distinct" && data.value !== value) {
    reader.fail(`referenced attribute does not match previous definition: ${data.value.byteText}`, start);
  }
  return attribute;
}

/** Parses `'strided' '<' '[' stride* ']' (',' 'offset' ':' offset)? '>'`. */
function parseStrided(reader: Reader): Attribute {
  reader.expect("<", "expected '<' after 'strided'");
  reader.expect("[", "expected '['");
  const strides = reader.list("]", "expected ']'", integerOrQuestion);
  let offset = 0n;
  if (reader.next() !== 62) {
    reader.expect(",", "expected ','");
    if (!reader.takeWord("offset")) reader.failExpected("expected 'offset' after comma");
    reader.expect(":", "expected ':' after 'offset'");
    offset = integerOrQuestion(reader);
  }
  reader.expect(">", "expected '>'");
  return reader.context.internAttribute({ kind: "strided", offset, strides });
}

function integerOrQuestion(reader: Reader): bigint {
  if (reader.take("?")) return DYNAMIC_INDEX;
  const { at } = reader;
  const isNegative = reader.take("-");
  const text = reader.integerText();
  const magnitude = BigInt(text);
  if (text === "" || magnitude >> 63n !== 0n) reader.fail("expected a 64-bit signed integer or '?'", at);
  return isNegative ? -magnitude : magnitude;
}
