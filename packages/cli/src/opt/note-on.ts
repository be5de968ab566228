import type { PrintOptions, Severity } from "@passwright/core";
import type { Operation } from "@passwright/ir";

/**
 * What MLIR adds to whatever is reported on an operation: the operation itself, in generic form in an error since it may be
 * invalid, and beginning on a line of its own if it has several.
 */
export function noteOn(print: PrintOptions): (op: Operation, severity: Severity) => string {
  return (op, severity) => {
    const generic = print.generic === true || severity === "error";
    const text = op.print({ ...print, localScope: true, generic }).trimEnd();
    return `see current operation: ${text.includes("\n") ? "\n" : ""}${text}`;
  };
}
