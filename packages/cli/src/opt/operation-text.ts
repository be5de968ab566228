import type { PrintOptions, Severity } from "@passwright/core";
import type { OperationHead } from "@passwright/instrument";
import type { Operation, Value } from "@passwright/ir";

/**
 * An operation without what its regions hold, on one line, as MLIR prints it with `skipRegions`: `func.func @foo() {...}`.
 * What regions hold is indented or begins with a block's label; all other lines are the operation's own.
 */
export function headText(op: Operation, print: PrintOptions): string {
  const own = op
    .print({ ...print, localScope: true })
    .trimEnd()
    .split("\n")
    .filter((line) => !/^[ ^]/.test(line));
  return own.reduce((head, line) => `${head}...${line}`);
}

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

/** What a pass may not change even of its own operation, and what only that pass may, for `--verify-isolation`. */
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

/** Identity of a value: handles are canonical, and their ids are not used again while they live. */
function valueText(value: Value): string {
  return `${value.kind}${value.liveId}`;
}
