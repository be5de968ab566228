import { denseElements } from "../attributes/dense.ts";
import { integerValue } from "../attributes/parts.ts";
import type { Operation } from "../handles.ts";
import type { KnownOperands } from "./op-interfaces.ts";

/* Functions that select the targets of branches of cf (`mlir/lib/Dialect/ControlFlow/IR/ControlFlowOps.cpp`). */

/** Returns the index of the successor that a conditional branch takes: 0 if the condition is true, 1 if it is false. */
export function conditionalSuccessor(_op: Operation, [condition]: KnownOperands): number | undefined {
  const known = integerValue(condition);
  return known === undefined ? undefined : known === 0n ? 1 : 0;
}

/**
 * Returns the index of the successor that a switch takes. The first successor is the default. The other successors
 * belong to the cases.
 */
export function switchSuccessor(op: Operation, [flag]: KnownOperands): number | undefined {
  const known = integerValue(flag);
  if (known === undefined) return undefined;
  const values = op.getAttr("case_values");
  if (values === undefined) return 0;
  const type = flag!.data.kind === "integer" ? flag!.data.type.data : undefined;
  // Converts a negative flag to an unsigned number, because the elements of `case_values` are unsigned.
  return denseElements(values).indexOf(BigInt.asUintN(type?.kind === "integer" ? type.width : 64, known)) + 1;
}
