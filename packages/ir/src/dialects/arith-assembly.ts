import type { AssemblyDirective } from "../assembly/directive.ts";
import type { Attribute, AttributeContext, Type } from "../attributes/attribute.ts";
import { shapeOf } from "../attributes/dense.ts";
import { typesOfAttribute } from "../attributes/parts.ts";
import type { Operation } from "../handles.ts";
import type { Complain } from "./define-dialect.ts";
import type { ResultNameSource } from "./op-structure.ts";
import { flagSet } from "./dialect-syntax.ts";
import type { DialectAttribute } from "./dialect-syntax.ts";
import type { OpBuilder } from "../builder.ts";
import { i1 } from "./type-constraints.ts";
import { makePoison } from "./ub.ts";

export const CMPI: readonly string[] = "eq ne slt sle sgt sge ult ule ugt uge".split(" ");
export const CMPF: readonly string[] = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split(" ");

export function predicateAttribute(context: AttributeContext, predicate: string): Attribute {
  const type = context.internType({ kind: "integer", width: 64, signedness: "signless" });
  return context.internAttribute({ kind: "integer", type, value: BigInt(CMPI.indexOf(predicate)) });
}

/** Returns the predicate that gives the same result if the operands are swapped. */
export function swapPredicate(predicate: string): string {
  return predicate.replace(/[lg]/, (order) => (order === "l" ? "g" : "l"));
}

export function invertPredicate(predicate: string): string {
  if (predicate === "eq" || predicate === "ne") return predicate === "eq" ? "ne" : "eq";
  return swapPredicate(predicate).replace(/[te]$/, (end) => (end === "t" ? "e" : "t"));
}

/** Returns a name for the result of a constant, such as `c1_i32`, `true` or `cst` (`ConstantOp::getAsmResultNames`). */
export function constantName(op: ResultNameSource): readonly string[] {
  const data = op.getAttr("value")?.data;
  const [type] = op.resultTypes;
  if (data?.kind !== "integer" || type === undefined) return ["cst"];
  if (type.data.kind !== "integer") return [`c${data.value}`];
  if (type.data.width === 1) return [data.value === 0n ? "false" : "true"];
  return [`c${BigInt.asIntN(type.data.width, data.value)}_${type.toString()}`];
}

const ELEMENTS: readonly string[] = "integer float dense dense-strings dense-resource sparse opaque".split(" ");

export function isElements(value: Attribute): boolean {
  return ELEMENTS.includes(value.kind);
}

export function verifyConstant(op: Operation, complain: Complain): void {
  const value = op.getAttr("value")!;
  const [type] = typesOfAttribute(value);
  if (type !== op.resultTypes[0]) complain("failed to verify that all of {value, result} have same type");
  const { data } = op.resultTypes[0]!;
  if (data.kind === "integer" && data.signedness !== "signless") complain("integer return type must be signless");
  if (!isElements(value)) complain("value must be an integer, float, or elements attribute");
  const isScalable = data.kind === "vector" && data.scalable.includes(true);
  if (isScalable && !("isSplat" in value.data && value.data.isSplat)) {
    complain("intializing scalable vectors with elements attribute is not supported unless it's a vector splat");
  }
}

/** Returns `i1` for a scalar type, or the vector or tensor of `i1` with the same shape (`getI1SameShape`). */
export function boolTypeLike(type: Type): Type {
  const { context, data } = type;
  const bool = context.internType({ kind: "integer", width: 1, signedness: "signless" });
  if (data.kind === "vector" || data.kind === "tensor" || data.kind === "unranked-tensor") {
    return context.internType({ ...data, elementType: bool });
  }
  return bool;
}

const SELECTED: readonly string[] = ["condition", "true_value", "false_value"];

export const selectOperands: AssemblyDirective = {
  isFixed: true,
  parse(parser) {
    const at = parser.getLocation();
    if (parser.peek() !== 37) parser.failExpected("expected operand");
    let count = 0;
    do parser.parseOperand(SELECTED[count++] ?? "false_value");
    while (parser.parseOptionalPunctuation(","));
    if (count !== SELECTED.length) parser.fail("expected 3 operands", at);
  },
  print: (printer) => printer.values(SELECTED.flatMap((group) => printer.operands(group))),
};

/** Directive for the types of a select. The type of the condition appears only if it is a vector or tensor. */
export const selectTypes: AssemblyDirective = {
  isFixed: true,
  parse(parser) {
    const first = parser.parseType();
    const isScalar = !parser.parseOptionalPunctuation(",");
    const type = isScalar ? first : parser.parseType();
    parser.setOperandTypes("condition", [isScalar ? i1.build!(parser.context) : first]);
    parser.setOperandTypes("true_value", [type]);
    parser.setOperandTypes("false_value", [type]);
    parser.setResultTypes("result", [type]);
  },
  print(printer) {
    const [condition] = printer.operands("condition");
    const [result] = printer.results();
    const [type, resultType] = [printer.typeOf(condition!), printer.typeOf(result!)];
    printer.types(type.kind === "integer" ? [resultType] : [type, resultType]);
  },
};

/** Returns whether the condition of a select is a scalar, or has the same shape as the selected values. */
export function hasConditionShape(typesOf: (group: string) => readonly Type[]): boolean {
  const [condition, value] = [typesOf("condition")[0]!, typesOf("true_value")[0]!];
  return condition.kind === "integer" || shapeOf(condition)?.join() === shapeOf(value)?.join();
}

export function verifySelect(op: Operation, complain: Complain): void {
  const [condition, result] = [op.operandTypes[0]!, op.resultTypes[0]!];
  if (condition.kind === "integer") return;
  const wanted = boolTypeLike(result);
  const [expected, found] = [wanted.toString(), condition.toString()];
  if (wanted.kind === "integer") complain(`expected condition to be a signless i1, but got '${found}'`);
  if (wanted === condition) return;
  complain(
    `expected condition type to have the same shape as the result type, expected '${expected}', but got '${found}'`,
  );
}

/** Attributes of arith (`mlir/include/mlir/Dialect/Arith/IR/ArithBase.td`). */
export const arithAttributes: Readonly<Record<string, DialectAttribute>> = {
  overflow: flagSet({
    cases: ["nsw", "nuw"],
    separator: ", ",
    attributeName: "Arith_IntegerOverflowAttr",
    cppName: "::mlir::arith::IntegerOverflowFlags",
  }),
  fastmath: flagSet({
    cases: ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
    all: "fast",
    separator: ",",
    attributeName: "Arith_FastMathAttr",
    cppName: "::mlir::arith::FastMathFlags",
  }),
};

/** Creates an `arith.constant` or `ub.poison` (`ArithDialect::materializeConstant`). */
export function materializeArithConstant(builder: OpBuilder, value: Attribute, type: Type): Operation | undefined {
  const poison = makePoison(builder, value, type);
  if (poison !== undefined) return poison;
  if (!isElements(value) || typesOfAttribute(value)[0] !== type) return undefined;
  return builder.create("arith.constant", { results: [type], attributes: { value } });
}
