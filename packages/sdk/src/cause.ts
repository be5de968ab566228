import { describeThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

const causes = new WeakMap<Diagnostic, unknown>();

/** Records the thrown value that a diagnostic reports, for stack traces. Kept apart, because a diagnostic is plain data. */
export function keepCause(diagnostic: Diagnostic, thrown: unknown): Diagnostic {
  causes.set(diagnostic, thrown);
  return diagnostic;
}

/** Returns the thrown value that led to a diagnostic, if there is one. */
export function causeOf(diagnostic: Diagnostic): unknown {
  return causes.get(diagnostic);
}

/** Returns a thrown value as one line. */
export function thrownText(thrown: unknown): string {
  return describeThrown(thrown).split("\n", 1)[0] ?? "";
}
