import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** Reports PWE0201: the IR cannot copy operations, so a reduction is not possible. */
export function cannotClone(ir: string): Diagnostic {
  const message = `inputs of IR \`${ir}\` cannot be reduced, because the adapter of the IR cannot copy operations`;
  return errorDiagnostic("PWE0201", message, `add \`clone\` to the adapter of \`${ir}\``);
}
