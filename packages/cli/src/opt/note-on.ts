import { type Severity } from "@passwright/core";
import { type Operation } from "@passwright/ir";

/**
 * What MLIR adds to whatever is reported on an operation: the operation itself, in generic form in an error since it may be
 * invalid, and beginning on a line of its own if it has several.
 */
export function noteOn(op: Operation, severity: Severity): string {
  const text = op.print({ localScope: true, generic: severity === "error" }).trimEnd();
  return `see current operation: ${text.includes("\n") ? "\n" : ""}${text}`;
}
