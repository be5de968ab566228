import type { Attribute } from "../../attributes/attribute.ts";
import * as float from "../../attributes/float-arithmetic.ts";
import { typesOfAttribute } from "../../attributes/parts.ts";
import { attributeOfBits, elementAt, elementsOf, isOne, isZero, splatOf, widthOf } from "../../fold/elements.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import { matchConstant } from "../../fold/constants.ts";
import type { Operation } from "../../handles.ts";
import { boolTypeLike, CMPF, CMPI, predicateAttribute, swapPredicate } from "../arith-assembly.ts";
import { isPoison } from "../ub.ts";
import { combine, formatOf } from "./combine.ts";
import type { Folder } from "./combine.ts";

export function predicateOf(attribute: Attribute | undefined, names: readonly string[]): string {
  return attribute?.data.kind === "integer" ? names[Number(attribute.data.value)]! : "";
}

export function integerPredicate(op: Operation): string {
  return predicateOf(op.getAttr("predicate"), CMPI);
}

/** Returns whether two numbers in this order satisfy a relation. `name` ends with the relation: `eq`, `ne`, `lt` … */
function holds(name: string, order: number): boolean {
  const relation = name.slice(-2);
  if (relation === "eq" || relation === "ne") return (order === 0) === (relation === "eq");
  return order === 0 ? relation.endsWith("e") : relation.startsWith(order < 0 ? "l" : "g");
}

function applyIntegerPredicate(predicate: string, a: bigint, b: bigint, width: number): boolean {
  const isSigned = predicate.startsWith("s");
  const x = isSigned ? BigInt.asIntN(width, a) : a;
  const y = isSigned ? BigInt.asIntN(width, b) : b;
  return holds(predicate, x < y ? -1 : Number(x > y));
}

export const cmpi: Folder = (op) => {
  const isSame = op.isSameOperand(0, 1);
  const right = op.constant(1);
  if (!isSame && right === undefined && op.constant(0) === undefined) return undefined;
  const predicate = predicateOf(op.attr("predicate"), CMPI);
  if (isSame) return splatOf(op.resultType(), BigInt(applyIntegerPredicate(predicate, 0n, 0n, 1)));
  const isBool = widthOf(op.operandType(0)) === 1;
  if (isZero(right) && predicate === "ne") {
    // An extended `i1` differs from zero if and only if the `i1` is true.
    const source = (op.definedBy(0, "arith.extsi") ?? op.definedBy(0, "arith.extui"))?.getOperand(0);
    if (source !== undefined && widthOf(source.type) === 1 && ["integer", "vector"].includes(source.type.kind))
      return source;
    if (isBool) return op.operand(0);
  }
  if (isOne(right) && isBool && predicate === "eq") return op.operand(0);
  const left = op.constant(0);
  if (left === undefined) return undefined;
  if (right === undefined) {
    const [first, second] = op.op.operands;
    op.op.setAttr("predicate", predicateAttribute(op.context, swapPredicate(predicate)));
    op.op.setOperand(0, second!);
    op.op.setOperand(1, first!);
    return "in-place";
  }
  const [type] = typesOfAttribute(left);
  if (type === undefined || isPoison(right)) return undefined;
  return combine(
    "integer",
    left,
    right,
    (a, b, { width }) => (applyIntegerPredicate(predicate, a, b, width) ? 1n : 0n),
    { resultType: boolTypeLike(type) },
  );
};

/** Applies a predicate, such as `oeq`. The first letter determines the result for NaN. The others are the relation. */
function applyFloatPredicate(predicate: string, order: -1 | 0 | 1 | undefined): boolean {
  if (predicate === "false" || predicate === "true") return predicate === "true";
  if (order === undefined) return predicate.startsWith("u");
  return predicate === "ord" || (predicate !== "uno" && holds(predicate, order));
}

export const cmpf: Folder = (op) => {
  const left = scalarFloat(op.constant(0));
  const right = scalarFloat(op.constant(1));
  if (left === undefined && right === undefined) return undefined;
  const format = formatOf(op.operandType(0));
  const predicate = predicateOf(op.attr("predicate"), CMPF);
  const hasNan = [left, right].some((bits) => bits !== undefined && float.isNaN(bits, format));
  if (!hasNan && (left === undefined || right === undefined)) return undefined;
  const order = hasNan ? undefined : float.compare(left!, right!, format);
  return splatOf(op.resultType(), BigInt(applyFloatPredicate(predicate, order)));
};

function scalarFloat(attribute: Attribute | undefined): bigint | undefined {
  return attribute?.data.kind === "float" ? attribute.data.bits : undefined;
}

export const select: Folder = (op) => {
  if (op.isSameOperand(1, 2)) return op.operand(1);
  const condition = op.constant(0);
  if (isOne(condition)) return op.operand(1);
  if (isZero(condition)) return op.operand(2);
  const [first, second] = [op.constant(1), op.constant(2)];
  if (isPoison(first)) return op.operand(2);
  if (isPoison(second)) return op.operand(1);
  if (op.resultType().byteText === "i1" && isOne(first) && isZero(second)) return op.operand(0);
  const comparison = op.definedBy(0, "arith.cmpi");
  return (comparison && selectOfEqual(op, comparison)) ?? selectElements(condition, first, second);
};

/** Folds a select between two values that are compared for equality, to the value for the case that they differ. */
function selectOfEqual(op: FoldAdaptor, comparison: Operation): FoldResult {
  const predicate = integerPredicate(comparison);
  if (predicate !== "eq" && predicate !== "ne") return undefined;
  const [a, b] = [comparison.getOperand(0).id, comparison.getOperand(1).id];
  const [first, second] = [op.operandId(1), op.operandId(2)];
  if (!(a === first && b === second) && !(a === second && b === first)) return undefined;
  return op.operand(predicate === "ne" ? 1 : 2);
}

function selectElements(
  condition: Attribute | undefined,
  first: Attribute | undefined,
  second: Attribute | undefined,
): Attribute | undefined {
  if (condition?.data.kind !== "dense") return undefined;
  const choices = elementsOf(condition)!;
  const [left, right] = [elementsOf(first), elementsOf(second)];
  if (left === undefined || right === undefined || left.type !== right.type) return undefined;
  const chosen = choices.bits.map((choice, i) => elementAt(choice === 0n ? right : left, i));
  return attributeOfBits(left.type, chosen);
}

export function isNegation(op: Operation | undefined): op is Operation {
  return op?.name === "arith.xori" && isOne(matchConstant(op.getOperand(1)));
}
