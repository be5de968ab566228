import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { blamed } from "./errors.ts";
import type { Contributor } from "./input.ts";

/* Errors PWL0204 and PWL0207 to PWL0213, about the code of contributors. */

/** Makes an error about the code of a contributor. Default position: where the config names it. */
export function codeError(
  code: string,
  message: string,
  found: Contributor,
  help: string | readonly string[],
  at: SourceLocation | undefined = found.named?.at,
  notes: readonly string[] = [],
): Diagnostic {
  return errorDiagnostic(code, message, help, { ...blamed(found), at, notes });
}

/** Returns help text. Asks authors to correct their code, and other users to report the problem. */
export function howToFix(found: Contributor): string {
  return found.isOwn === true ? "correct the code" : `report the problem to the author of \`${found.name}\``;
}

/** Returns help text for an exception. The text mentions `--debug`, because the stack helps to find the error. */
export function howToFixThrown(found: Contributor): string {
  return found.isOwn === true
    ? "correct the code, or print the stack with `--debug`"
    : `report the problem to the author of \`${found.name}\`, with the stack from \`--debug\``;
}

/** Functions that make plugins and frameworks. */
export const DEFINE = { plugin: "definePlugin", framework: "defineFramework" } as const;

/** Reports an invalid value in the export of a contributor. */
export function badShape(found: Contributor, what: string): Diagnostic {
  const made = found.kind === "ir" ? "the adapter" : `the argument of \`${DEFINE[found.kind]}\``;
  const message = `${found.kind} \`${found.name}\`: ${what}`;
  const help = found.isOwn === true ? `correct ${made}` : howToFix(found);
  return codeError("PWL0204", message, found, help);
}

/** Option that a plugin does not declare, although some of the plugin's passes might declare the option. */
export interface StrayOption {
  /** Name of the option. */
  readonly option: string;
  /** Value of the option. */
  readonly value: unknown;
  /** Passes of the plugin that declare the option. */
  readonly passes: readonly string[];
}

/** Reports invalid options of a plugin. Passes of the plugin might declare the option in `stray`. */
export function badOptions(
  found: Contributor,
  message: string,
  known: readonly string[],
  at: SourceLocation | undefined,
  stray?: StrayOption,
): Diagnostic {
  const [pass] = stray?.passes ?? [];
  const help =
    stray !== undefined && pass !== undefined
      ? settingInPass(stray, pass)
      : known.length === 0
        ? stray === undefined || stray.option === ""
          ? "remove the options"
          : `remove option \`${stray.option}\``
        : stray !== undefined && known.includes(stray.option)
          ? `change the value of option \`${stray.option}\``
          : `use one of the options of \`${found.name}\`: ${known.join(", ")}`;
  return codeError("PWL0207", `options of plugin \`${found.name}\`: ${message}`, found, help, at);
}

/** Returns help text that shows the override with which a config sets an option of `pass`. */
function settingInPass({ option, value, passes }: StrayOption, pass: string): string {
  const whose = passes.map((one) => `\`${one}\``).join(" and ");
  const set = `{ set: ${pass}, options: { ${option}: ${JSON.stringify(value)} }, reason: … }`;
  return `set \`${option}\` as an option of pass${passes.length > 1 ? "es" : ""} ${whose}: \`overrides: [${set}]\``;
}

/** Reports an exception in code of a plugin. `called` is the name of the function. */
export function threwInSetup(
  found: Contributor,
  what: string,
  at: SourceLocation | undefined,
  called = "setup",
): Diagnostic {
  const help = `${howToFix(found)}, or exclude the plugin with \`--without ${found.name}\``;
  return codeError("PWL0208", `the ${called} of \`${found.name}\` threw an exception: ${what}`, found, help, at);
}

/** Reports that a function returned a promise. `called` is the name of the function. */
export function returnedPromise(found: Contributor, called: string): Diagnostic {
  const help = `make \`${called}\` synchronous, because calls after \`await\` are too late`;
  return codeError("PWL0209", `the ${called} of \`${found.name}\` returned a promise`, found, help);
}

/** Reports an exception in the `pipeline` function of a framework. */
export function threwInPipeline(found: Contributor, what: string, at: SourceLocation | undefined): Diagnostic {
  const message = `framework \`${found.name}\` threw an exception while it built its pipeline: ${what}`;
  return codeError("PWL0210", message, found, howToFixThrown(found), at);
}

/** Reports that the code of a contributor changed built-in objects. */
export function changedBuiltIns(found: Contributor, when: string, changes: readonly string[]): Diagnostic {
  const help = found.isOwn === true ? "correct the code" : `remove \`${found.name}\` from the config`;
  const message = `\`${found.name}\` changed built-in objects of JavaScript while it ${when}`;
  return codeError("PWL0212", message, found, help, found.named?.at, [
    ...changes,
    "Passwright undid these changes, because all code in the process uses these objects",
  ]);
}

/** Reports that a plugin passed invalid data to the builder. */
export function invalidContributions(found: Contributor, what: string): Diagnostic {
  const help = `${howToFix(found)}, or exclude the plugin with \`--without ${found.name}\``;
  return codeError(
    "PWL0213",
    `the setup of \`${found.name}\` passes invalid data to the builder: ${what}`,
    found,
    help,
  );
}
