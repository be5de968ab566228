import { describeThrown, diagnosticOf, errorDiagnostic } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";

/**
 * Verifies the input of a run. Returns the problems. Without this check, the verifier would report an invalid input as
 * an error of the first pass.
 */
export function verifyInput(ir: IrAdapter<object> | undefined, root: object): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  try {
    const isValid = ir?.verify?.(root, { recursive: true }, (problem) => void found.push(problem)) ?? true;
    if (isValid) return [];
    return found.length > 0 ? found : [refused()];
  } catch (thrown) {
    return [diagnosticOf(thrown) ?? refused(`: ${describeThrown(thrown)}`)];
  }
}

function refused(reason = ""): Diagnostic {
  return errorDiagnostic("PWL0607", `the verifier refuses the input${reason}`, "correct the input");
}
