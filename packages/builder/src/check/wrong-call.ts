import { errorDiagnostic, UsageError } from "@passwright/core";
import type { Requirement } from "@passwright/core";
import { whereOf } from "../errors/where.ts";
import type { Origin } from "../contributions/origin.ts";

/* PWB0305: calls that the TypeScript types do not allow. */

/** Returns the origin of the current call. Called only for errors, because finding the origin needs a stack trace. */
export type OriginNow = () => Origin;

export function wrongCall(call: string, what: string, help = "correct the argument", origin?: OriginNow): UsageError {
  const where = origin === undefined ? {} : whereOf(origin());
  return new UsageError(errorDiagnostic("PWB0305", `\`${call}\`: ${what}`, help, where));
}

/** Checks the settings of the function `call`. */
export function checkKeys(call: string, settings: unknown, required: Requirement, origin?: OriginNow): void {
  const [problem] = required(settings, "");
  if (problem !== undefined) throw wrongCall(call, problem, undefined, origin);
}
