import { isThrown, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** Returns the diagnostic of a `UsageError`. Throws all other exceptions again. */
export function refusalOf(thrown: unknown): Diagnostic {
  if (!isThrown(thrown, UsageError)) throw thrown;
  return thrown.diagnostic;
}
