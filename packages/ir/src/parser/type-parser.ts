import type { Type } from "../attributes/attribute.ts";
import { FLOAT_TYPE_NAMES } from "../attributes/float.ts";
import { MAX_INTEGER_WIDTH } from "../attributes/integer.ts";
import { parseKnownBody } from "./dialect-attribute-parser.ts";
import { parseOpaqueSymbol, requireDialect } from "./opaque-parser.ts";
import type { Reader } from "./reader.ts";
import { parseMemRefType, parseTensorType, parseVectorType } from "./shaped-type-parser.ts";

const floatTypes: ReadonlySet<string> = new Set(FLOAT_TYPE_NAMES);

/** Parses `type ::= function-type | non-function-type`. */
export function parseType(reader: Reader): Type {
  return tryParseType(reader) ?? reader.failExpected("expected non-function type");
}

/** Parses a type. Returns `undefined` if the next token cannot start a type. */
export function tryParseType(reader: Reader): Type | undefined {
  const c = reader.next();
  if (c === 40) {
    // Parses nested types without the cache, because finding the end of their text takes longer than parsing them.
    const find = reader.isNested ? undefined : reader.findFunctionType;
    if (find === undefined) return reader.nested(parseFunctionType);
    return reader.nested(() => reader.context.types[find()]!);
  }
  if (c === 33) return reader.nested(parseExtendedType);
  const start = reader.at;
  const word = reader.word();
  const type = word === "" ? undefined : reader.nested(parseNamedType, word, start);
  if (type === undefined) reader.at = start;
  return type;
}

function parseNamedType(reader: Reader, word: string, start: number): Type | undefined {
  const { context } = reader;
  const integer = /^(si|ui|i)(\d+)$/.exec(word);
  if (integer !== null) {
    const width = Number(integer[2]);
    if (width >= 2 ** 32) reader.fail("invalid integer width", start);
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
      reader.expect("<", "expected '<' in tuple type");
      return context.internType({ kind: "tuple", types: reader.list(">", "expected '>' in tuple type", parseType) });
    case "complex":
      return parseComplexType(reader);
    case "vector":
      return parseVectorType(reader, start);
    case "tensor":
      return parseTensorType(reader);
    case "memref":
      return parseMemRefType(reader, start);
    default:
      return undefined;
  }
}

/** Parses `function-type ::= (type | '(' type-list? ')') '->' (type | '(' type-list? ')')`. */
export function parseFunctionType(reader: Reader): Type {
  const inputs = parseTypeListInParentheses(reader);
  if (!reader.takeText("->")) reader.failExpected("expected '->' in function type");
  const results = reader.next() === 40 ? parseTypeListInParentheses(reader) : [parseType(reader)];
  return reader.context.functionType(inputs, results);
}

export function parseTypeListInParentheses(reader: Reader): Type[] {
  reader.expect("(", "expected '('");
  return reader.list(")", "expected ')'", parseType);
}

/** Parses `'!' (alias | dialect '.' body | dialect '<' body '>')`. */
function parseExtendedType(reader: Reader): Type {
  const start = reader.at;
  reader.at++;
  const symbol = parseOpaqueSymbol(reader, "type", start);
  if (symbol.kind === "alias") {
    return reader.typeAliases.get(symbol.name) ?? reader.failExpected(`undefined symbol alias id '${symbol.name}'`);
  }
  requireDialect(reader, symbol, "type");
  const { dialect, parts } = symbol;
  const known = parseKnownBody(reader, "type", dialect, start, reader.at);
  return reader.context.internType({ kind: "opaque", dialect, parts: known === undefined ? parts : [known] });
}

function parseComplexType(reader: Reader): Type {
  reader.expect("<", "expected '<' in complex type");
  const at = reader.position();
  const elementType = parseType(reader);
  reader.expect(">", "expected '>' in complex type");
  if (elementType.kind !== "float" && elementType.kind !== "integer") {
    reader.fail("invalid element type for complex", at);
  }
  return reader.context.internType({ kind: "complex", elementType });
}
