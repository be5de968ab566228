import { errorDiagnostic, isTable, mustHaveOnly, UsageError } from "@passwright/core";
import type { Requirements } from "@passwright/core";

/**
 * Throws for an unknown setting and for an invalid value, because programs in JavaScript are not checked by the
 * compiler. Settings that are `undefined` count as not set. `what` describes the object that contains the settings.
 *
 * @throws UsageError with `code`.
 */
export function checkSettings(
  code: string,
  what: string,
  settings: unknown,
  known: Requirements,
  help: string = `correct ${what}`,
): asserts settings is object {
  const [problem] = isTable(settings) ? mustHaveOnly(known)(settings, "") : ["a table of settings is required"];
  if (problem !== undefined) refuse(code, `${what}: ${problem}`, help);
}

/** Throws an error about the configuration of another tool. @throws UsageError with this code, message and help. */
export function refuse(code: string, message: string, help: string): never {
  throw new UsageError(errorDiagnostic(code, message, help));
}
