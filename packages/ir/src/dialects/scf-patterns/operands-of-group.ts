import { Value } from "../../handles.ts";
import type { Operation } from "../../handles.ts";
import { operandGroup } from "../../store/groups.ts";

/** Returns the operands of the operand group that has this name in the operation's definition. */
export function operandsOfGroup(op: Operation, name: string): readonly Value[] {
  const { store } = op;
  const { first, count } = operandGroup(store, op.id, op.operationName, op.operationName.operandGroup(name));
  return Array.from({ length: count }, (_, i) => Value.of(store, store.operandValue[first + i]!));
}
