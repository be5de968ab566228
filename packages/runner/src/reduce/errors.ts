import type { Diagnostic } from "@passwright/core";

/** Reports PWE0201: the IR cannot copy operations, so a reduction is not possible. */
export function cannotClone(ir: string): Diagnostic {
  return {
    code: "PWE0201",
    severity: "error",
    message: `inputs of IR \`${ir}\` cannot be reduced, because the adapter of the IR cannot copy operations`,
    help: [`add \`clone\` to the adapter of \`${ir}\``],
  };
}
