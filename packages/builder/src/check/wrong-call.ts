import { errorDiagnostic, isPassDefinition, isTable, UsageError } from "@passwright/core";
import type { Requirements } from "@passwright/core";
import { whereOf } from "../errors/where.ts";
import type { Origin } from "../contributions/origin.ts";
import { checkNamesIn } from "./check-names.ts";

/* PWB0305: calls that the TypeScript types do not allow. */

/** Returns the origin of the current call. Called only for errors, because finding the origin needs a stack trace. */
export type OriginNow = () => Origin;

export function wrongCall(call: string, what: string, help = "correct the argument", origin?: OriginNow): UsageError {
  const where = origin === undefined ? {} : whereOf(origin());
  return new UsageError(errorDiagnostic("PWB0305", `\`${call}\`: ${what}`, help, where));
}

/** Example of a call, which `help:` lines of errors show, and the requirements for its arguments, in their order. */
export interface CallForm {
  readonly example: string;
  readonly takes: Requirements;
}

/** Checks the arguments of a call. Errors name settings without the argument. */
export function checkArguments(
  call: string,
  { example, takes }: CallForm,
  given: readonly unknown[],
  origin?: OriginNow,
): void {
  const refuse = (problem: string): never => {
    throw wrongCall(call, problem, `write \`${example}\``, origin);
  };
  let index = 0;
  for (const name in takes) {
    const value = given[index++];
    const [problem] = takes[name]?.(value, name === "settings" && isTable(value) ? "" : name) ?? [];
    if (problem !== undefined) refuse(problem);
    // The names of passes have no control characters, and their declarations are checked when they are registered.
    if (name !== "passes" && !isPassDefinition(value)) checkNamesIn(call, name, value);
  }
  if (given.length > index)
    refuse(`expected ${index === 1 ? "one argument" : `${index} arguments`}, not ${given.length}`);
}
