import {
  affineConstant,
  type AffineExpr,
  type AffineMap,
  binaryExpr,
  type IntegerSet,
  isSymbolicOrConstant,
} from "../attributes/affine.ts";
import { type Reader } from "./reader.ts";

/** The names of a map or set while it is read. */
interface Space {
  readonly names: Map<string, AffineExpr>;
  readonly dims: number;
  readonly symbols: number;
}

/** `affine-map ::= space '->' '(' (expr (',' expr)*)? ')'` */
export function parseAffineMap(reader: Reader): AffineMap {
  const space = parseSpace(reader);
  if (!reader.takeText("->")) reader.failExpected("expected '->' or ':'");
  reader.expect("(", "expected '('");
  const results: AffineExpr[] = [];
  if (!reader.take(")")) {
    do results.push(parseSum(reader, space));
    while (reader.take(","));
    reader.expect(")", "expected ')'");
  }
  return { dims: space.dims, symbols: space.symbols, results };
}

/** `integer-set ::= space ':' '(' (constraint (',' constraint)*)? ')'` */
export function parseIntegerSet(reader: Reader): IntegerSet {
  const space = parseSpace(reader);
  reader.expect(":", "expected '->' or ':'");
  reader.expect("(", "expected '('");
  const constraints: { expr: AffineExpr; isEquality: boolean }[] = [];
  if (!reader.take(")")) {
    do constraints.push(parseConstraint(reader, space));
    while (reader.take(","));
    reader.expect(")", "expected ')'");
  }
  if (constraints.length === 0) constraints.push({ expr: affineConstant(0), isEquality: true });
  return { dims: space.dims, symbols: space.symbols, constraints };
}

/** `space ::= '(' names ')' ('[' names ']')?` */
function parseSpace(reader: Reader): Space {
  const names = new Map<string, AffineExpr>();
  reader.expect("(", "expected '('");
  const dims = parseNames(reader, names, "dim", ")");
  const symbols = reader.take("[") ? parseNames(reader, names, "symbol", "]") : 0;
  return { names, dims, symbols };
}

function parseNames(reader: Reader, names: Map<string, AffineExpr>, kind: "dim" | "symbol", close: string): number {
  let position = 0;
  if (reader.take(close)) return 0;
  do {
    reader.next();
    const at = reader.at;
    const name = reader.word();
    if (name === "") reader.failExpected("expected bare identifier");
    if (names.has(name)) reader.fail(`redefinition of identifier '${name}'`, at);
    names.set(name, { kind, position: position++ });
  } while (reader.take(","));
  reader.expect(close, `expected '${close}'`);
  return position;
}

/** `constraint ::= expr ('>=' | '==' | '<=') expr`, held as something that is zero or not negative. */
function parseConstraint(reader: Reader, space: Space): { expr: AffineExpr; isEquality: boolean } {
  const left = parseSum(reader, space);
  const operator = reader.takeText(">=") ? ">=" : reader.takeText("==") ? "==" : reader.takeText("<=") ? "<=" : "";
  if (operator === "") reader.failExpected("expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
  const right = parseSum(reader, space);
  const [large, small] = operator === "<=" ? [right, left] : [left, right];
  return { expr: subtract(large, small), isEquality: operator === "==" };
}

function subtract(left: AffineExpr, right: AffineExpr): AffineExpr {
  return binaryExpr("+", left, binaryExpr("*", right, affineConstant(-1)));
}

/** `sum ::= product (('+' | '-') product)*` */
function parseSum(reader: Reader, space: Space): AffineExpr {
  let left = parseProduct(reader, space);
  for (;;) {
    if (reader.take("+")) left = binaryExpr("+", left, parseProduct(reader, space));
    else if (reader.next() === 45 && reader.bytes[reader.at + 1] !== 62) {
      reader.at++;
      left = subtract(left, parseProduct(reader, space));
    } else return left;
  }
}

/** `product ::= operand (('*' | 'floordiv' | 'ceildiv' | 'mod') operand)*` */
function parseProduct(reader: Reader, space: Space): AffineExpr {
  let left = parseOperand(reader, space);
  for (;;) {
    reader.next();
    const at = reader.at;
    if (reader.take("*")) {
      const right = parseOperand(reader, space);
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
    const right = parseOperand(reader, space);
    if (!isSymbolicOrConstant(right)) {
      reader.fail(`non-affine expression: right operand of ${word} has to be either a constant or symbolic`, at);
    }
    left = binaryExpr(word, left, right);
  }
}

/** `operand ::= name | integer | '-' operand | '(' sum ')' | 'symbol' '(' name ')'` */
function parseOperand(reader: Reader, space: Space): AffineExpr {
  const c = reader.next();
  if (c === 40) {
    reader.at++;
    if (reader.next() === 41) reader.fail("no expression inside parentheses");
    const inner = reader.nested(() => parseSum(reader, space));
    reader.expect(")", "expected ')'");
    return inner;
  }
  if (c === 45) {
    reader.at++;
    return binaryExpr(
      "*",
      reader.nested(() => parseOperand(reader, space)),
      affineConstant(-1),
    );
  }
  const digits = reader.integerText();
  if (digits !== "") return affineConstant(Number(digits));
  const at = reader.at;
  const name = reader.word();
  if (name === "") reader.failExpected("expected affine expression");
  return space.names.get(name) ?? reader.fail("use of undeclared identifier", at);
}
