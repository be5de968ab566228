import { describeThrown, diagnosticOf, errorDiagnostic as error, quoted, readThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Activity } from "@passwright/sdk/loading";

/* Errors about an early end: PWR0001, PWR0501 to PWR0505. `kept` is a note about the file of the saved input. */

/** Reason why a process or thread ended before its work was complete. */
export type Ending =
  /** The process or thread waits for a promise that can no longer settle. */
  | { readonly kind: "unsettled" }
  /** Code called a function that ends the process. `from` is the position of the call, as `file:line:column`. */
  | { readonly kind: "ended"; readonly call: string; readonly from?: string };

interface EarlyEnd {
  readonly ending: Ending;
  readonly activity?: Activity | undefined;
}

function endError(
  code: string,
  what: string,
  activity: Activity | undefined,
  notes: readonly (string | undefined)[],
  help: string,
  more = "",
): Diagnostic {
  const { what: doing, plugin, pluginKind, step, at } = activity ?? {};
  const during = doing === undefined ? "" : ` while ${doing}`;
  const known = at?.file === "" ? undefined : at;
  return error(code, `${what}${during}${more}`, help, { plugin, pluginKind, step, at: known, notes });
}

function authorOf({ plugin, pluginKind, step, members }: Activity = {}): string {
  if (members !== undefined) return `the authors of passes ${quoted(members)}`;
  if (step !== undefined) return `the author of pass \`${step}\``;
  return plugin === undefined
    ? "the author of the code that was running"
    : `the author of ${pluginKind ?? "plugin"} \`${plugin}\``;
}

const fileText = (file: string | undefined): string => (file === undefined ? "loading" : `\`${file}\``);

/** Reports an unexpected exception. `from` is its position in third-party code, as `file:line:column`. */
export function unexpected(thrown: unknown, activity: Activity | undefined, from: string | undefined): Diagnostic {
  const diagnostic = diagnosticOf(thrown);
  if (diagnostic !== undefined) return diagnostic;
  const help =
    readThrown(thrown, "code") === "ERR_ACCESS_DENIED"
      ? "allow the access with a flag of Node, for example `--allow-worker`"
      : "run the command again with --debug, and report the stack to the author of the code that threw the error";
  const notes = [from && `thrown at ${from}`];
  return endError("PWR0001", "unexpected error", activity, notes, help, `: ${describeThrown(thrown)}`);
}

export function unfinished({ ending, activity }: EarlyEnd, kept?: string): Diagnostic {
  const orReport = `or report the problem to ${authorOf(activity)}`;
  if (ending.kind === "unsettled") {
    const help = `settle every promise that the code awaits, ${orReport}`;
    return endError("PWR0504", "a promise never settled", activity, [kept], help);
  }
  const { call, from } = ending;
  const help = `throw an error instead of ending the process, ${orReport}`;
  return endError("PWR0505", `\`${call}\` was called`, activity, [from && `called at ${from}`, kept], help);
}

export function outOfTime(
  file: string | undefined,
  seconds: number,
  activity: Activity | undefined,
  kept: string | undefined,
  flag: string,
): Diagnostic {
  const { plugin, step, members } = activity ?? {};
  const orElse =
    step !== undefined
      ? `, or report the problem to ${members === undefined ? `the author of \`${step}\`` : authorOf(activity)}`
      : file === undefined && plugin !== undefined
        ? `, or exclude \`${plugin}\` with --without`
        : "";
  const limit = `the time limit of ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const message = `${limit} for ${fileText(file)} was reached`;
  return endError("PWR0501", message, activity, [kept], `increase ${flag}${orElse}`);
}

export function interrupted(
  file: string | undefined,
  activity: Activity | undefined,
  kept: string | undefined,
): Diagnostic {
  const help = "run the command again with the remaining inputs";
  return endError("PWR0502", `${fileText(file)} was interrupted`, activity, [kept], help);
}

export function threadDied(
  file: string | undefined,
  reason: string,
  activity: Activity | undefined,
  notes: readonly (string | undefined)[],
  otherwise?: string,
): Diagnostic {
  const report = `report the problem to ${authorOf(activity)}`;
  const help = otherwise === undefined ? report : `${otherwise}, or ${report}`;
  return endError("PWR0503", `the worker for ${fileText(file)} ended`, activity, notes, help, `: ${reason}`);
}
