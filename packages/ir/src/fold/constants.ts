import type { Attribute, Type } from "../attributes/attribute.ts";
import type { OpBuilder } from "../builder.ts";
import { dialectOf } from "../dialects/define-dialect.ts";
import type { Operation, Value } from "../handles.ts";
import type { Store } from "../store/store.ts";
import { constantOfOperation } from "./fold-adaptor.ts";

/** Returns whether an operation only creates a constant (`mlir/include/mlir/IR/Matchers.h`, `m_Constant`). */
export function isConstantLike(op: Operation): boolean {
  return op.hasTrait("ConstantLike");
}

/**
 * Returns the constant of a value that a constant-like operation defines, or undefined for other values. Takes an id.
 */
export function constantOfValue(store: Store, value: number): Attribute | undefined {
  const owner = store.valueOwner[value]!;
  return owner > 0 ? constantOfOperation(store, owner) : undefined;
}

/**
 * Returns the constant of a value or operation, or undefined if it is not constant (`matchPattern(…, m_Constant(…))`).
 */
export function matchConstant(of: Value | Operation): Attribute | undefined {
  return "operands" in of ? constantOfOperation(of.store, of.liveId) : constantOfValue(of.store, of.liveId);
}

/**
 * Creates an operation whose result is a constant, at the insertion point. The dialect of `of` selects the operation
 * (`Dialect::materializeConstant`). Returns `undefined` if the dialect has no operation for this attribute and type.
 */
export function materializeConstant(
  builder: OpBuilder,
  of: Operation,
  value: Attribute,
  type: Type,
  location: Attribute = of.location,
): Operation | undefined {
  const before = builder.location;
  builder.location = location;
  const made = dialectOf(of.store, of.liveId)?.materializeConstant?.(builder, value, type);
  builder.location = before;
  return made;
}
