import type { PrintOptions, Severity } from "@passwright/core";
import type { OperationHead } from "@passwright/instrument";
import type { Operation, Value } from "@passwright/ir";

/** Returns one line without regions, in the format of MLIR's `skipRegions`: `func.func @foo() {...}`. */
export function headText(op: Operation, print: PrintOptions): string {
  const own = op
    .print({ ...print, localScope: true })
    .trimEnd()
    .split("\n")
    .filter((line) => !/^[ ^]/.test(line));
  return own.reduce((head, line) => `${head}...${line}`);
}

/** Makes MLIR's note about an operation. For errors, prints the generic form, because the operation may be invalid. */
export function noteOn(print: PrintOptions): (op: Operation, severity: Severity) => string {
  return (op, severity) => {
    const generic = print.generic === true || severity === "error";
    const text = op.print({ ...print, localScope: true, generic }).trimEnd();
    return `see current operation: ${text.includes("\n") ? "\n" : ""}${text}`;
  };
}

/** Returns the parts of an operation that `--verify-isolation` compares. */
export function headOf(op: Operation): OperationHead {
  const { operands, resultTypes, successors } = op;
  const blocks = op.parentRegion?.blocks ?? [];
  const fixed = [
    op.name,
    ...operands.map(valueText),
    ...resultTypes.map(String),
    ...successors.map((block) => blocks.indexOf(block)),
  ];
  return { fixed: fixed.join(" "), attributes: op.attrs.map(({ name, value }) => `${name}=${value}`).join(" ") };
}

/** Returns text that identifies a value. While the value exists, no other value has the same text. */
function valueText(value: Value): string {
  return `${value.kind}${value.liveId}`;
}
