import { describeThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

const causes = new WeakMap<Diagnostic, unknown>();

/** Records the thrown value that caused a diagnostic, for its stack trace: diagnostics are plain data. */
export function keepCause(diagnostic: Diagnostic, thrown: unknown): Diagnostic {
  causes.set(diagnostic, thrown);
  return diagnostic;
}

/** Returns the thrown value that caused a diagnostic, or `undefined` if no exception caused it. */
export function causeOf(diagnostic: Diagnostic): unknown {
  return causes.get(diagnostic);
}

/** Formats a thrown value as one line. */
export function thrownText(thrown: unknown): string {
  return describeThrown(thrown).split("\n", 1)[0] ?? "";
}
