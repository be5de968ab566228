import { affineConstant, binaryExpr, isSymbolicOrConstant } from "../attributes/affine.ts";
import type { AffineExpr, AffineMap, IntegerSet } from "../attributes/affine.ts";
import type { Reader } from "./reader.ts";

/** Names of dimensions and symbols in the map or set that is being parsed. */
interface Space {
  readonly names: Map<string, AffineExpr>;
  readonly dims: number;
  readonly symbols: number;
}

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

/** Parses a map or a set. The token after the dimensions and symbols determines whether the text is a map or a set. */
function parseMapOrSet(reader: Reader): AffineMap | IntegerSet {
  const space = parseSpace(reader);
  const { dims, symbols } = space;
  if (reader.takeText("->")) {
    return { dims, symbols, results: parseList(reader, "()", " in affine map range", () => parseSum(reader, space)) };
  }
  reader.expect(":", "expected '->' or ':'");
  const context = " in integer set constraint list";
  const constraints = parseList(reader, "()", context, () => parseConstraint(reader, space));
  const nothing = { expr: affineConstant(0n), isEquality: true };
  return { dims, symbols, constraints: constraints.length === 0 ? [nothing] : constraints };
}

function parseList<T>(reader: Reader, brackets: "()" | "[]", context: string, parse: () => T): T[] {
  const [open, close] = brackets as unknown as [string, string];
  reader.expect(open, `expected '${open}'${context}`);
  return reader.list(close, `expected '${close}'${context}`, parse);
}

/** Parses `space ::= '(' names ')' ('[' names ']')?`. */
function parseSpace(reader: Reader): Space {
  const names = new Map<string, AffineExpr>();
  const dims = parseNames(reader, names, "dim");
  const symbols = reader.next() === 91 ? parseNames(reader, names, "symbol") : 0;
  return { names, dims, symbols };
}

function parseNames(reader: Reader, names: Map<string, AffineExpr>, kind: "dim" | "symbol"): number {
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

/**
 * Parses `constraint ::= expr ('>=' | '==' | '<=') expr`. Returns an expression, and whether the constraint requires it
 * to equal zero (`isEquality`) or to be at least zero.
 */
function parseConstraint(reader: Reader, space: Space): { expr: AffineExpr; isEquality: boolean } {
  const left = parseSum(reader, space);
  // Like MLIR, reads the two characters of an operator as separate tokens, and tries one operator after the other.
  if (reader.take(">") && reader.take("=")) {
    return { expr: subtract(left, parseSum(reader, space)), isEquality: false };
  }
  if (reader.take("<") && reader.take("=")) {
    return { expr: subtract(parseSum(reader, space), left), isEquality: false };
  }
  if (reader.take("=") && reader.take("=")) {
    return { expr: subtract(left, parseSum(reader, space)), isEquality: true };
  }
  reader.next();
  return reader.fail("expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
}

function subtract(left: AffineExpr, right: AffineExpr): AffineExpr {
  return binaryExpr("+", left, binaryExpr("*", right, affineConstant(-1n)));
}

/** Parses `sum ::= product (('+' | '-') product)*`. */
function parseSum(reader: Reader, space: Space): AffineExpr {
  let left = parseProduct(reader, space, false);
  for (;;) {
    if (reader.take("+")) left = binaryExpr("+", left, parseProduct(reader, space, true));
    else if (reader.take("-")) left = subtract(left, parseProduct(reader, space, true));
    else return left;
  }
}

/**
 * Parses `product ::= operand (('*' | 'floordiv' | 'ceildiv' | 'mod') operand)*`. `isRight` is set if an operator
 * precedes the product.
 */
function parseProduct(reader: Reader, space: Space, isRight: boolean): AffineExpr {
  let left = parseOperand(reader, space, isRight);
  for (;;) {
    const at = reader.position();
    if (reader.take("*")) {
      const right = parseOperand(reader, space, true);
      if (!isSymbolicOrConstant(left) && !isSymbolicOrConstant(right)) {
        reader.fail(
          "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
          at,
        );
      }
      left = binaryExpr("*", left, right);
      continue;
    }
    const word = reader.peekWord();
    if (word !== "floordiv" && word !== "ceildiv" && word !== "mod") return left;
    reader.at += word.length;
    const right = parseOperand(reader, space, true);
    if (!isSymbolicOrConstant(right)) {
      reader.fail(`non-affine expression: right operand of ${word} has to be either a constant or symbolic`, at);
    }
    left = binaryExpr(word, left, right);
  }
}

/**
 * Parses `operand ::= name | integer | '-' operand | '(' sum ')'`. `isRight` is set if an operator precedes the
 * operand.
 */
function parseOperand(reader: Reader, space: Space, isRight: boolean): AffineExpr {
  const c = reader.next();
  if (reader.take("(")) {
    if (reader.next() === 41) reader.fail("no expression inside parentheses");
    const inner = reader.nested(parseSum, space);
    reader.expect(")", "expected ')'");
    return inner;
  }
  if (reader.take("-")) {
    const operand = reader.alsoFailing(() => parseOperand(reader, space, isRight), "missing operand of negation");
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
  const named = space.names.get(name);
  if (named !== undefined) return named;
  reader.at = at;
  if (name !== "") reader.failExpected("use of undeclared identifier");
  if (isRight) return reader.fail("missing right operand of binary operator");
  const isOperator = c === 42 || c === 43;
  return reader.fail(isOperator ? "missing left operand of binary operator" : "expected affine expression");
}
