import { constantOfValue } from "../fold/constants.ts";
import type { Operation } from "../handles.ts";
import type { Speculatability } from "./op-interfaces.ts";

/** Returns `speculatable` if the dimension is known to exist (`memref::DimOp::getSpeculatability`). */
export function dimSpeculatability(op: Operation): Speculatability {
  const data = constantOfValue(op.store, op.getOperand(1).id)?.data;
  const source = op.operandTypes[0]!.data;
  if (data?.kind !== "integer" || source.kind !== "memref" || source.shape === undefined) return "not-speculatable";
  return source.shape.length > data.value ? "speculatable" : "not-speculatable";
}
