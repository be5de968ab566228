import { affineConstant, binaryExpr, isSymbolicOrConstant } from "../attributes/affine.ts";
import type { AffineExpr, AffineMap, IntegerSet } from "../attributes/affine.ts";
import type { Reader } from "./reader.ts";

/** Names of dimensions and symbols in the map or set that is being parsed. */
type Names = Map<string, AffineExpr>;

/** Parses `affine-map ::= space '->' '(' (expr (',' expr)*)? ')'`. */
export function parseAffineMap(reader: Reader): AffineMap {
  const start = reader.position();
  const parsed = parseMapOrSet(reader);
  return "results" in parsed ? parsed : reader.fail("expected AffineMap, but got IntegerSet", start);
}

/** Parses `integer-set ::= space ':' '(' (constraint (',' constraint)*)? ')'`. */
export function parseIntegerSet(reader: Reader): IntegerSet {
  const start = reader.position();
  const parsed = parseMapOrSet(reader);
  return "constraints" in parsed ? parsed : reader.fail("expected IntegerSet, but got AffineMap", start);
}

/** Parses `space ::= '(' names ')' ('[' names ']')?`, and the map or set after it. */
function parseMapOrSet(reader: Reader): AffineMap | IntegerSet {
  const names: Names = new Map();
  const dims = parseNames(reader, names, "dim");
  const symbols = reader.next() === 91 ? parseNames(reader, names, "symbol") : 0;
  if (reader.takeText("->")) {
    return { dims, symbols, results: parseList(reader, "()", " in affine map range", () => parseSum(reader, names)) };
  }
  reader.expect(":", "expected '->' or ':'");
  const context = " in integer set constraint list";
  const constraints = parseList(reader, "()", context, () => parseConstraint(reader, names));
  const nothing = { expr: affineConstant(0n), isEquality: true };
  return { dims, symbols, constraints: constraints.length === 0 ? [nothing] : constraints };
}

function parseList<T>(reader: Reader, brackets: "()" | "[]", context: string, parse: () => T): T[] {
  reader.expect(brackets[0]!, `expected '${brackets[0]}'${context}`);
  return reader.list(brackets[1]!, `expected '${brackets[1]}'${context}`, parse);
}

/** Parses the names of dimensions or symbols. Returns their number. */
function parseNames(reader: Reader, names: Names, kind: "dim" | "symbol"): number {
  let position = 0;
  const parseName = (): void => {
    const at = reader.position();
    const name = reader.word();
    if (name === "") reader.failExpected("expected bare identifier");
    if (names.has(name)) reader.fail(`redefinition of identifier '${name}'`, at);
    names.set(name, { kind, position: position++ });
  };
  if (kind === "dim") parseList(reader, "()", " in dimensional identifier list", parseName);
  else parseList(reader, "[]", " in symbol list", parseName);
  return position;
}

/** Parses `expr ('>=' | '==' | '<=') expr`. The result must be zero (`isEquality`) or at least zero. */
function parseConstraint(reader: Reader, names: Names): { expr: AffineExpr; isEquality: boolean } {
  const left = parseSum(reader, names);
  // Like MLIR, reads the two characters of an operator as separate tokens, and tries one operator after the other.
  for (const sign of "><=") {
    if (!reader.take(sign) || !reader.take("=")) continue;
    const right = parseSum(reader, names);
    return { expr: sign === "<" ? subtract(right, left) : subtract(left, right), isEquality: sign === "=" };
  }
  reader.next();
  return reader.fail("expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
}

function subtract(left: AffineExpr, right: AffineExpr): AffineExpr {
  return binaryExpr("+", left, binaryExpr("*", right, affineConstant(-1n)));
}

/** Parses `sum ::= product (('+' | '-') product)*`. */
function parseSum(reader: Reader, names: Names): AffineExpr {
  let left = parseProduct(reader, names, false);
  for (;;) {
    if (reader.take("+")) left = binaryExpr("+", left, parseProduct(reader, names, true));
    else if (reader.take("-")) left = subtract(left, parseProduct(reader, names, true));
    else return left;
  }
}

/** Parses `product ::= operand (('*' | 'floordiv' | 'ceildiv' | 'mod') operand)*`. */
function parseProduct(reader: Reader, names: Names, isRight: boolean): AffineExpr {
  let left = parseOperand(reader, names, isRight);
  for (;;) {
    const at = reader.position();
    const operator = reader.take("*") ? "*" : reader.peekWord();
    if (operator !== "*" && operator !== "floordiv" && operator !== "ceildiv" && operator !== "mod") return left;
    if (operator !== "*") reader.at += operator.length;
    const right = parseOperand(reader, names, true);
    if (!isSymbolicOrConstant(right) && (operator !== "*" || !isSymbolicOrConstant(left))) {
      const what = operator === "*" ? "at least one of the multiply operands" : `right operand of ${operator}`;
      reader.fail(`non-affine expression: ${what} has to be either a constant or symbolic`, at);
    }
    left = binaryExpr(operator, left, right);
  }
}

/** Parses `operand ::= name | integer | '-' operand | '(' sum ')'`. `isRight` is set if an operator is before it. */
function parseOperand(reader: Reader, names: Names, isRight: boolean): AffineExpr {
  const c = reader.next();
  if (reader.take("(")) {
    if (reader.next() === 41) reader.fail("no expression inside parentheses");
    const inner = reader.nested(parseSum, names);
    reader.expect(")", "expected ')'");
    return inner;
  }
  if (reader.take("-")) {
    const operand = reader.alsoFailing(() => parseOperand(reader, names, isRight), "missing operand of negation");
    return binaryExpr("*", operand, affineConstant(-1n));
  }
  const { at } = reader;
  const digits = reader.integerText();
  if (digits !== "") {
    const value = BigInt(digits);
    return value >> 63n === 0n ? affineConstant(value) : reader.fail("constant too large for index", at);
  }
  if (c === 37) reader.failExpected("unexpected ssa identifier");
  const name = reader.word();
  if (name === "symbol") {
    // Only the custom forms of some operations accept `symbol(%value)`.
    reader.expect("(", "expected '(' at start of SSA symbol");
    reader.failExpected("unexpected ssa identifier");
  }
  const named = names.get(name);
  if (named !== undefined) return named;
  reader.at = at;
  if (name !== "") reader.failExpected("use of undeclared identifier");
  if (isRight) return reader.fail("missing right operand of binary operator");
  const isOperator = c === 42 || c === 43;
  return reader.fail(isOperator ? "missing left operand of binary operator" : "expected affine expression");
}
