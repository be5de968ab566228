/* Expressions are simplified when they are created (`mlir/lib/IR/AffineExpr.cpp`). The printer relies on this. */

export type AffineOperator = "+" | "*" | "mod" | "floordiv" | "ceildiv";

export type AffineExpr =
  /** Value as a signed 64-bit number. */
  | { readonly kind: "constant"; readonly value: bigint }
  | { readonly kind: "dim"; readonly position: number }
  | { readonly kind: "symbol"; readonly position: number }
  | { readonly kind: AffineOperator; readonly left: AffineExpr; readonly right: AffineExpr };

export interface AffineMap {
  readonly dims: number;
  readonly symbols: number;
  readonly results: readonly AffineExpr[];
}

export interface IntegerSet {
  readonly dims: number;
  readonly symbols: number;
  /** Constraints of the form `expr == 0` or `expr >= 0`. */
  readonly constraints: readonly { readonly expr: AffineExpr; readonly isEquality: boolean }[];
}

/** Returns a constant with the low 64 bits of `value`, as a signed number. */
export function affineConstant(value: bigint): AffineExpr {
  return { kind: "constant", value: BigInt.asIntN(64, value) };
}

function isBinary(expr: AffineExpr): expr is AffineExpr & { left: AffineExpr; right: AffineExpr } {
  return "left" in expr;
}

function constantOf(expr: AffineExpr): bigint | undefined {
  return expr.kind === "constant" ? expr.value : undefined;
}

export function isSymbolicOrConstant(expr: AffineExpr): boolean {
  if (isBinary(expr)) return isSymbolicOrConstant(expr.left) && isSymbolicOrConstant(expr.right);
  return expr.kind !== "dim";
}

function isSame(a: AffineExpr, b: AffineExpr): boolean {
  if (a === b) return true;
  if (isBinary(a)) return a.kind === b.kind && isBinary(b) && isSame(a.left, b.left) && isSame(a.right, b.right);
  if (a.kind === "constant") return a.value === constantOf(b);
  return (b.kind === "dim" || b.kind === "symbol") && a.kind === b.kind && a.position === b.position;
}

function knownDivisor(expr: AffineExpr): bigint {
  if (expr.kind === "constant") return absolute(expr.value);
  if (!isBinary(expr)) return 1n;
  if (expr.kind === "*") return knownDivisor(expr.left) * knownDivisor(expr.right);
  if (expr.kind === "+" || expr.kind === "mod") return gcd(knownDivisor(expr.left), knownDivisor(expr.right));
  const left = knownDivisor(expr.left);
  const right = constantOf(expr.right);
  return right !== undefined && right !== 0n && left % right === 0n ? absolute(left / right) : 1n;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

function fits(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Splits an expression `c * e` into the factor `e` and the constant coefficient `c`, to simplify `c1 * e + c2 * e`. */
function coefficient(expr: AffineExpr): { readonly factor: AffineExpr; readonly times: bigint } {
  if (expr.kind === "*" && expr.right.kind === "constant") return { factor: expr.left, times: expr.right.value };
  return { factor: expr, times: 1n };
}

/** Returns whether operands must be swapped to sort dimensions and symbols by position. */
function isOutOfOrder(left: AffineExpr, right: AffineExpr): boolean {
  if (left.kind === "dim") return right.kind === "dim" && left.position > right.position;
  return left.kind === "symbol" && right.kind === "symbol" && left.position > right.position;
}

function add(left: AffineExpr, right: AffineExpr): AffineExpr {
  const l = constantOf(left);
  const r = constantOf(right);
  if (l !== undefined && r !== undefined) return fits(l + r) ? affineConstant(l + r) : { kind: "+", left, right };
  if (l !== undefined || (isSymbolicOrConstant(left) && !isSymbolicOrConstant(right))) return add(right, left);
  if (isOutOfOrder(left, right)) return add(right, left);
  if (r === 0n) return left;
  if (left.kind === "+" && left.right.kind === "constant" && r !== undefined) {
    return add(left.left, affineConstant(left.right.value + r));
  }
  const a = coefficient(left);
  const b = coefficient(right);
  if (r === undefined && isSame(a.factor, b.factor)) return multiply(a.factor, affineConstant(a.times + b.times));
  if (left.kind === "+" && left.right.kind === "constant") return add(add(left.left, right), left.right);
  // Simplifies `e - (e floordiv q) * q` to `e mod q`.
  const { factor, times } = b;
  const isRemainder = factor.kind === "floordiv" && isSame(factor.left, left) && constantOf(factor.right) === -times;
  return isRemainder ? binaryExpr("mod", left, factor.right) : { kind: "+", left, right };
}

function multiply(left: AffineExpr, right: AffineExpr): AffineExpr {
  const l = constantOf(left);
  const r = constantOf(right);
  if (l !== undefined && r !== undefined) return fits(l * r) ? affineConstant(l * r) : { kind: "*", left, right };
  if (l !== undefined || !isSymbolicOrConstant(right) || isOutOfOrder(left, right)) return multiply(right, left);
  if (r === 1n) return left;
  if (r === 0n) return right;
  if (left.kind === "*" && left.right.kind === "constant") {
    if (r !== undefined) return multiply(left.left, affineConstant(left.right.value * r));
    return multiply(multiply(left.left, right), left.right);
  }
  return { kind: "*", left, right };
}

function divide(kind: "floordiv" | "ceildiv", left: AffineExpr, right: AffineExpr): AffineExpr {
  const l = constantOf(left);
  const r = constantOf(right);
  if (r === undefined || r === 0n) return { kind, left, right };
  if (l !== undefined) {
    const quotient = kind === "floordiv" ? floorDivide(l, r) : -floorDivide(-l, r);
    return fits(quotient) ? affineConstant(quotient) : { kind, left, right };
  }
  if (r === 1n) return left;
  if (left.kind === "*" && left.right.kind === "constant" && left.right.value % r === 0n) {
    return multiply(left.left, affineConstant(left.right.value / r));
  }
  if (
    kind === "floordiv" &&
    left.kind === "+" &&
    (knownDivisor(left.left) % r === 0n || knownDivisor(left.right) % r === 0n)
  ) {
    return add(divide(kind, left.left, right), divide(kind, left.right, right));
  }
  return { kind, left, right };
}

function floorDivide(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

function remainder(left: AffineExpr, right: AffineExpr): AffineExpr {
  const l = constantOf(left);
  const r = constantOf(right);
  if (r === undefined || r < 1n) return { kind: "mod", left, right };
  if (l !== undefined) return affineConstant(((l % r) + r) % r);
  if (knownDivisor(left) % r === 0n) return affineConstant(0n);
  if (left.kind === "+") {
    if (knownDivisor(left.left) % r === 0n) return remainder(left.right, right);
    if (knownDivisor(left.right) % r === 0n) return remainder(left.left, right);
  }
  if (left.kind === "mod" && left.right.kind === "constant" && left.right.value % r === 0n)
    return remainder(left.left, right);
  return { kind: "mod", left, right };
}

/** Returns an expression with two operands, after the simplifications that MLIR applies on creation. */
export function binaryExpr(operator: AffineOperator, left: AffineExpr, right: AffineExpr): AffineExpr {
  if (operator === "+") return add(left, right);
  if (operator === "*") return multiply(left, right);
  return operator === "mod" ? remainder(left, right) : divide(operator, left, right);
}

/** Returns the 64-bit negation, which is negative for -2^63. */
function negated(value: bigint): bigint {
  return BigInt.asIntN(64, -value);
}

/** Formats an expression. `isTight` is set if the surrounding operator binds tighter than a sum. */
function renderExpr(expr: AffineExpr, isTight: boolean): string {
  if (expr.kind === "constant") return String(expr.value);
  if (expr.kind === "dim") return `d${expr.position}`;
  if (expr.kind === "symbol") return `s${expr.position}`;
  const text = renderBinary(expr.kind, expr.left, expr.right);
  return isTight ? `(${text})` : text;
}

function renderBinary(operator: AffineOperator, left: AffineExpr, right: AffineExpr): string {
  if (operator === "*" && constantOf(right) === -1n) return `-${renderExpr(left, true)}`;
  if (operator !== "+") return `${renderExpr(left, true)} ${operator} ${renderExpr(right, true)}`;
  const start = renderExpr(left, false);
  const { factor, times } = coefficient(right);
  if (times === -1n) return `${start} - ${renderExpr(factor, factor.kind === "+")}`;
  if (times < 0n) return `${start} - ${renderExpr(factor, true)} * ${negated(times)}`;
  if (right.kind === "constant" && right.value < 0n) return `${start} - ${negated(right.value)}`;
  return `${start} + ${renderExpr(right, false)}`;
}

function renderSpace(dims: number, symbols: number): string {
  const names = (prefix: string, count: number): string =>
    Array.from({ length: count }, (_, i) => `${prefix}${i}`).join(", ");
  return `(${names("d", dims)})${symbols === 0 ? "" : `[${names("s", symbols)}]`}`;
}

export function renderAffineMap(map: AffineMap): string {
  return `${renderSpace(map.dims, map.symbols)} -> (${map.results.map((expr) => renderExpr(expr, false)).join(", ")})`;
}

export function renderIntegerSet(set: IntegerSet): string {
  const constraints = set.constraints.map(
    ({ expr, isEquality }) => `${renderExpr(expr, false)} ${isEquality ? "==" : ">="} 0`,
  );
  return `${renderSpace(set.dims, set.symbols)} : (${constraints.join(", ")})`;
}

/** Returns whether the results of a map are its dimensions, in order, as in the default layout of memrefs. */
export function isIdentity({ dims, results }: AffineMap): boolean {
  return dims === results.length && results.every((expr, i) => expr.kind === "dim" && expr.position === i);
}
