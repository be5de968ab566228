import type { Attribute, Type } from "../attributes/attribute.ts";
import { typesOfAttribute } from "../attributes/parts.ts";
import type { OpBuilder } from "../builder.ts";
import { dialectOf } from "../dialects/define-dialect.ts";
import { callDialect, wrongResult } from "../dialect-errors.ts";
import { kindOf } from "../entity-kind.ts";
import { entityText } from "../entity-text.ts";
import { Operation } from "../handles.ts";
import type { Value } from "../handles.ts";
import type { Store } from "../store/store.ts";
import { constantOfOperation } from "./fold-adaptor.ts";

/** Returns whether an operation only creates a constant (`mlir/include/mlir/IR/Matchers.h`, `m_Constant`). */
export function isConstantLike(op: Operation): boolean {
  return op.hasTrait("ConstantLike");
}

/** Returns the constant of the value with this id, or `undefined` if no constant-like operation defines the value. */
export function constantOfValue(store: Store, value: number): Attribute | undefined {
  const owner = store.valueOwner[value]!;
  return owner > 0 ? constantOfOperation(store, owner) : undefined;
}

/** Returns the constant of a value or operation, or `undefined` if it is not constant (`m_Constant`). */
export function matchConstant(of: Value | Operation): Attribute | undefined {
  return "operands" in of ? constantOfOperation(of.store, of.liveId) : constantOfValue(of.store, of.liveId);
}

/** Creates a constant with the dialect of `of` (`Dialect::materializeConstant`). Returns `undefined` if it cannot. */
export function materializeConstant(
  builder: OpBuilder,
  of: Operation,
  value: Attribute,
  type: Type,
  location: Attribute = of.location,
): Operation | undefined {
  const before = builder.location;
  builder.location = location;
  const made = createConstant(builder, of.liveId, value, type);
  builder.location = before;
  return made;
}

/** Creates a constant with the dialect of the operation `of`. Checks the result, and the type of the value. */
export function createConstant(builder: OpBuilder, of: number, value: Attribute, type: Type): Operation | undefined {
  const { store } = builder;
  const code = "`materializeConstant` of the dialect";
  const dialect = dialectOf(store, of);
  const made: unknown = callDialect(code, store, of, () => dialect?.materializeConstant?.(builder, value, type));
  if (made === undefined) return undefined;
  const op = kindOf(made) === "operation" && (made as Operation).store === store ? (made as Operation) : undefined;
  if (op?.numResults !== 1 || op.getResult(0).type !== type) {
    const types = op === undefined ? "" : ` with result types (${op.resultTypes.join(", ")})`;
    const help = `return an operation with one result of type \`${type}\`, or \`undefined\``;
    throw wrongResult(code, store, of, `${entityText(made)}${types}`, help);
  }
  const isDetached = op.block === undefined && builder.block !== undefined;
  if (isDetached || !isConstantLike(op)) {
    const [what, part] = isDetached ? ["in a block", "in a block"] : ["a constant", "with the trait `ConstantLike`"];
    throw wrongResult(code, store, of, `${entityText(op)}, which is not ${what}`, `return an operation ${part}`);
  }
  const isNumber = value.kind === "integer" || value.kind === "float" || value.kind === "dense";
  const fits = !isNumber || type.kind === "opaque" || typesOfAttribute(value)[0] === type;
  // The dialect can convert a value of another type.
  if (fits || constantOfOperation(store, op.id) !== value) return op;
  // The folder can return the value of an operand whose constant has a wrong type.
  const cause = Operation.of(store, of).operands.find(
    (operand) => matchConstant(operand) === value && typesOfAttribute(value)[0] !== operand.type,
  );
  const [at, result] = cause === undefined ? [of, type] : [store.valueOwner[cause.id]!, cause.type];
  const help = `return an attribute of type \`${result}\`, or \`undefined\` if the operation cannot be folded`;
  throw wrongResult("`fold`", store, at, `${entityText(value)} for a result of type \`${result}\``, help);
}
