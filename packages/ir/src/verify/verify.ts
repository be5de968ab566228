import { type Diagnostic } from "@passwright/core";
import { type Operation } from "../operation.ts";

/** Whether an operation is valid; what is wrong goes to `report`. */
export function verifyOperation(
  op: Operation,
  options: { readonly recursive: boolean },
  report: (diagnostic: Diagnostic) => void,
): boolean {
  void op;
  void options;
  void report;
  return true;
}
