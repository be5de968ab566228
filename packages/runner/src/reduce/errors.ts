import type { Diagnostic } from "@passwright/core";

/** PWE0201: the IR cannot copy operations, which every reduction needs. */
export function cannotClone(ir: string): Diagnostic {
  return {
    code: "PWE0201",
    severity: "error",
    message: `the IR \`${ir}\` cannot copy operations, so inputs in it cannot be reduced`,
    help: [`add \`clone\` to the adapter of \`${ir}\``],
  };
}
