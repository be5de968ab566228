import type { PrintOptions } from "@passwright/core";
import type { Operation } from "@passwright/ir";

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
