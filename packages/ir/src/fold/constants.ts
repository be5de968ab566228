import type { Attribute, Type } from "../attributes/attribute.ts";
import type { OpBuilder } from "../builder.ts";
import { dialectOf } from "../dialects/define-dialect.ts";
import type { Operation, Value } from "../handles.ts";
import type { Store } from "../store/store.ts";
import { constantOfOperation } from "./fold-adaptor.ts";

/** Whether an operation makes a constant and does nothing else (`mlir/include/mlir/IR/Matchers.h`, `m_Constant`). */
export function isConstantLike(op: Operation): boolean {
  return op.hasTrait("ConstantLike");
}

/** The same for the operation that makes a value. */
export function constantOfValue(store: Store, value: number): Attribute | undefined {
  const owner = store.valueOwner[value]!;
  return owner > 0 ? constantOfOperation(store, owner) : undefined;
}

/** The constant that a value is, or that an operation makes; undefined if it is none (`matchPattern(…, m_Constant(…))`). */
export function matchConstant(of: Value | Operation): Attribute | undefined {
  return "operands" in of ? constantOfOperation(of.store, of.liveId) : constantOfValue(of.store, of.liveId);
}

/**
 * Makes the operation whose result is a constant, at the insertion point, as the dialect of `of` does it
 * (`Dialect::materializeConstant`); undefined if the dialect has no operation for that attribute and type.
 */
export function materializeConstant(
  builder: OpBuilder,
  of: Operation,
  value: Attribute,
  type: Type,
  location: Attribute = of.location,
): Operation | undefined {
  const dialect = dialectOf(of.store, of.liveId);
  const before = builder.location;
  builder.location = location;
  const made = dialect?.materializeConstant?.(builder, value, type);
  builder.location = before;
  return made;
}
