import { diagnosticOf, isRefusedPromise, isThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { during } from "../activity.ts";
import type { Activity } from "../activity.ts";
import { keepCause, thrownText } from "../cause.ts";
import { blamed } from "./errors.ts";
import * as errors from "./code-errors.ts";
import type { Contributor, Host } from "./input.ts";

/** Code of a contributor that is about to run. */
export interface CodeToRun {
  /** Framework or plugin whose code runs. */
  readonly contributor: Contributor;
  /** Services of the environment. */
  readonly host: Host;
  /** Description of the call, for error messages. */
  readonly when: "was set up" | "built its pipeline";
  /** Returns the key of the function that is running, for a plugin. */
  readonly called?: () => string;
  /** Sets of hooks that the code can tap. These sets record accesses to hooks that do not exist. */
  readonly hooks: readonly { missingHooksOf(contributor: string): readonly Diagnostic[] }[];
  /** Name of the contributor in `hooks`. */
  readonly requested: string;
}

/**
 * Runs the code of a contributor. Returns exceptions and missing hooks as problems. If the host watches built-in
 * objects, also undoes changes to these objects, and returns the changes as problems.
 */
export function runCode(code: CodeToRun, run: () => readonly Diagnostic[]): readonly Diagnostic[] {
  const builtIns = code.host.watchBuiltIns?.();
  const problems: Diagnostic[] = [];
  try {
    problems.push(...during(() => activityOf(code), run));
  } catch (thrown) {
    const unknown = isThrown(thrown, TypeError) ? code.hooks.flatMap((one) => one.missingHooksOf(code.requested)) : [];
    problems.push(...(unknown.length > 0 ? unknown : [blame(thrown, code)]));
  }
  const changes = builtIns?.restore() ?? [];
  return changes.length === 0 ? problems : [...problems, errors.changedBuiltIns(code.contributor, code.when, changes)];
}

/** Returns an error if the function `called` of a contributor returned a promise, whose result is ignored. */
export function refusePromise(
  returned: unknown,
  contributor: Contributor,
  called: "setup" | "pipeline" | "graph",
): readonly Diagnostic[] {
  return isRefusedPromise(returned) ? [errors.returnedPromise(contributor, called)] : [];
}

function activityOf({ contributor, when }: CodeToRun): Activity {
  const what = when === "was set up" ? "setting up plugin" : "building the pipeline of framework";
  const { named } = contributor;
  return { what: `${what} \`${contributor.name}\``, ...blamed(contributor), ...(named && { at: named.at }) };
}

/** Converts a thrown value to a diagnostic that names the contributor. Keeps texts of Passwright's errors. */
function blame(thrown: unknown, { contributor, host, when, called }: CodeToRun): Diagnostic {
  const carried = diagnosticOf(thrown);
  if (carried !== undefined) {
    const { plugin: _plugin, pluginKind: _kind, ...rest } = carried;
    return keepCause({ ...rest, ...blamed(contributor) }, thrown);
  }
  const describe = when === "was set up" ? errors.threwInSetup : errors.threwInPipeline;
  const at = host.placeOfThrown?.(thrown, contributor);
  return keepCause(describe(contributor, thrownText(thrown), at, called?.()), thrown);
}
