import { diagnosticOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** Returns the diagnostic of an exception. Throws exceptions without a diagnostic again. */
export function refusalOf(thrown: unknown): Diagnostic {
  const diagnostic = diagnosticOf(thrown);
  if (diagnostic === undefined) throw thrown;
  return diagnostic;
}
