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

/** Returns the constant of the value with this id, or `undefined` if no constant-like operation defines the value. */
export function constantOfValue(store: Store, value: number): Attribute | undefined {
  const owner = store.valueOwner[value]!;
  return owner > 0 ? constantOfOperation(store, owner) : undefined;
}

/** Returns the constant of a value or operation, or `undefined` if it is not constant (`m_Constant`). */
export function matchConstant(of: Value | Operation): Attribute | undefined {
  return "operands" in of ? constantOfOperation(of.store, of.liveId) : constantOfValue(of.store, of.liveId);
}

/**
 * Creates a constant at the insertion point with the dialect of `of` (`Dialect::materializeConstant`). Returns
 * `undefined` if the dialect cannot create a constant of this attribute and type.
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
