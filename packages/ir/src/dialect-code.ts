import { BugError, describeThrown, diagnosticOf, errorDiagnostic, messageOf, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { ParseFailure } from "./parser/reader.ts";
import { Invalid } from "./verify/invalid.ts";

/** Name of a function in messages, with the place and the dialect that diagnostics show. */
export type CodeOfDialect = readonly [text: string, facts: Pick<Diagnostic, "at" | "plugin" | "pluginKind">];

export function threw([text, facts]: CodeOfDialect, thrown: unknown): unknown {
  if (thrown instanceof Invalid || thrown instanceof ParseFailure || thrown instanceof BugError) return thrown;
  const carried = diagnosticOf(thrown);
  if (carried?.pluginKind === "dialect") return thrown;
  const { message, lines } = messageOf(`${text} threw ${describeThrown(thrown)}`);
  const author = facts.plugin === undefined ? "its author" : `the author of dialect \`${facts.plugin}\``;
  const help = `correct the function, or report this to ${author}, with the stack from \`--debug\``;
  const notes = [...(carried?.notes ?? []), { message: `in ${text}` }];
  const own = errorDiagnostic("PWI0019", message, help, { lines, ...facts });
  return new UsageError(carried === undefined ? own : { ...facts, ...carried, notes }, { cause: thrown });
}

export function wrongResultOf([text, facts]: CodeOfDialect, result: string, help: string): UsageError {
  return new UsageError(errorDiagnostic("PWI0020", `${text} returned ${result}`, help, facts));
}
