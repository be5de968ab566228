import { diagnosticOf, isThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { during } from "../activity.ts";
import type { Activity } from "../activity.ts";
import { keepCause, thrownText } from "../cause.ts";
import { blamed } from "./errors.ts";
import * as errors from "./code-errors.ts";
import type { Contributor, Host } from "./input.ts";
import { ObjectSnapshot } from "./object-snapshot.ts";
import type { NamedObject } from "./object-snapshot.ts";

/** Code of a contributor that is about to run. */
export interface CodeToRun {
  readonly contributor: Contributor;
  readonly host: Host;
  readonly when: "was set up" | "built its pipeline";
  /** Sets of hooks that the code can tap, whose missing names are reported. */
  readonly hooks: readonly { missingHooksOf(contributor: string): readonly Diagnostic[] }[];
  /** The contributor's name in `hooks`. */
  readonly requested: string;
}

/**
 * Runs the code of a contributor and returns its problems: exceptions, missing hooks, and changes of built-in objects.
 * Undoes these changes.
 */
export function runCode(code: CodeToRun, run: () => readonly Diagnostic[]): readonly Diagnostic[] {
  const builtIns = new ObjectSnapshot(BUILT_INS);
  const problems: Diagnostic[] = [];
  try {
    problems.push(...during(() => activityOf(code), run));
  } catch (thrown) {
    const unknown = isThrown(thrown, TypeError) ? code.hooks.flatMap((one) => one.missingHooksOf(code.requested)) : [];
    problems.push(...(unknown.length > 0 ? unknown : [blame(thrown, code)]));
  }
  const changes = builtIns.restore();
  return changes.length === 0 ? problems : [...problems, errors.changedBuiltIns(code.contributor, code.when, changes)];
}

function activityOf({ contributor, when }: CodeToRun): Activity {
  const what = when === "was set up" ? "setting up plugin" : "building the pipeline of framework";
  const { named } = contributor;
  return { what: `${what} \`${contributor.name}\``, ...blamed(contributor), ...(named && { at: named.at }) };
}

/**
 * Converts a thrown value to a diagnostic that names the contributor. Errors that Passwright's functions throw keep
 * their text.
 */
function blame(thrown: unknown, { contributor, host, when }: CodeToRun): Diagnostic {
  const carried = diagnosticOf(thrown);
  if (carried !== undefined) {
    const { plugin: _plugin, pluginKind: _kind, ...rest } = carried;
    return keepCause({ ...rest, ...blamed(contributor) }, thrown);
  }
  const describe = when === "was set up" ? errors.threwInSetup : errors.threwInPipeline;
  return keepCause(describe(contributor, thrownText(thrown), host.placeOfThrown?.(thrown, contributor)), thrown);
}

/** Built-in objects that plugins and frameworks must not change. */
export const BUILT_INS: readonly NamedObject[] = [
  ["Object", Object],
  ["Array", Array],
  ["JSON", JSON],
  ["Math", Math],
  ["Reflect", Reflect],
  ["Promise", Promise],
  ...[
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    BigInt,
    Symbol,
    Map,
    Set,
    WeakMap,
    Promise,
    RegExp,
    Date,
    Error,
  ].map(({ name, prototype }): NamedObject => [`${name}.prototype`, prototype as object]),
];
