import { describeThrown, diagnosticOf, errorDiagnostic } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";

/**
 * Verifies the input of a run. Returns the problems. Without this check, the verifier would report an invalid input as
 * an error of the first pass.
 */
export function verifyInput(ir: IrAdapter<object> | undefined, root: object): readonly Diagnostic[] {
  if (ir?.verify === undefined) return [];
  const found: Diagnostic[] = [];
  let note: string | undefined;
  try {
    if (ir.verify(root, { recursive: true }, (problem) => void found.push(problem)) === true) return [];
  } catch (thrown) {
    const problem = diagnosticOf(thrown);
    if (problem !== undefined) return [problem];
    note = `the verifier threw ${describeThrown(thrown)}`;
  }
  if (found.length > 0) return found;
  const message = "the verifier refuses the input before the first pass";
  return [errorDiagnostic("PWL0607", message, "correct the input", { notes: [note] })];
}
