import { errorDiagnostic, messageOf, renderDiagnostic } from "@passwright/core";
import type { Diagnostic, Note, SourceLocation } from "@passwright/core";
import type { PairReport } from "@passwright/runner";

/** PWT0101 to PWT0699: findings about a plugin. */

function finding(
  code: string,
  plugin: string,
  message: string,
  notes: readonly (string | Note)[],
  help: string,
  at?: SourceLocation,
): Diagnostic {
  return errorDiagnostic(code, message, help, { plugin, ...(at && { at }), notes });
}

const said = ({ code, message, notes = [] }: Diagnostic): string[] => [
  `${code}: ${message}`,
  ...notes.map((note) => note.message),
];

/** Returns the position of a diagnostic, unless it is in a file that the kit generated. */
function placeOf({ at }: Diagnostic): SourceLocation | undefined {
  return at === undefined || /^(?:$|\.\.|[/\\]|[A-Za-z]:)/.test(at.file) ? undefined : at;
}

/* Loading. */

const POLLUTES = "the plugin changes objects that all plugins share";
const POLLUTES_HELP = "change only objects of your own modules";

const LOAD: { readonly [code: string]: (name: string) => readonly [code: string, message: string, help: string] } = {
  PWL0205: (name) => [
    "PWT0102",
    `the manifest of \`${name}\` does not agree with its code`,
    "run `passwright manifest` again",
  ],
  PWL0208: (name) => [
    "PWT0104",
    `the setup of \`${name}\` throws`,
    "check the result of `add…` instead of throwing an exception",
  ],
  PWL0209: (name) => [
    "PWT0105",
    `the setup of \`${name}\` is asynchronous`,
    "make `setup` a synchronous function, or add all passes before the first `await`",
  ],
  PWL0212: () => ["PWT0107", POLLUTES, POLLUTES_HELP],
  PWB0001: (name) => [
    "PWT0106",
    `\`${name}\` registers a name that belongs to another package`,
    "rename the pass, or use the existing pass by its name",
  ],
};

/** Makes a finding from an error of the loader. */
export function loadFailed(plugin: string, cause: Diagnostic): Diagnostic {
  const name = plugin.split(" ", 1)[0] ?? plugin;
  const isManifest = /^PWL0[01]/.test(cause.code);
  const [code, message, help] = LOAD[cause.code]?.(name) ?? [
    isManifest ? "PWT0101" : "PWT0103",
    isManifest ? `the manifest of \`${name}\` is not valid` : `\`${name}\` does not load`,
    cause.help?.[0] ?? "build the package",
  ];
  return finding(code, plugin, message, said(cause), help, placeOf(cause));
}

/**
 * Makes a finding about a likely mistake in a plugin that loads: a mistyped name, an unknown option or operation, or a
 * pass that is not exported. Returns `undefined` for other diagnostics and other plugins.
 */
export function likelyMistake(plugin: string, name: string, cause: Diagnostic): Diagnostic | undefined {
  const { code, severity, similar, help = [], plugin: owner = "" } = cause;
  if (owner !== name && !owner.startsWith(`${name} `)) return undefined;
  const isMistake =
    ["PWB0402", "PWL0220", "PWB0405"].includes(code) ||
    (similar !== undefined &&
      (code === "PWB0404" || code === "PWB0406" || (code === "PWB0204" && severity === "warning")));
  if (!isMistake) return undefined;
  const what = "the setup contains a likely mistake";
  return finding("PWT0110", plugin, what, said(cause), help[0] ?? "correct the setup", placeOf(cause));
}

export function pollutes(plugin: string, what: readonly string[], when: string): Diagnostic {
  return finding("PWT0107", plugin, POLLUTES, [...what, `seen ${when}`], POLLUTES_HELP);
}

export function fitsNowhere(plugin: string, reasons: readonly string[]): Diagnostic {
  const help = "set `framework` to a framework that the plugin supports, or handle refused positions in `setup`";
  return finding("PWT0108", plugin, "the pipeline does not resolve with any of the tested frameworks", reasons, help);
}

export function ownConfigFails(plugin: string, causes: readonly Diagnostic[]): Diagnostic {
  const message = "the config of the plugin cannot be planned or run";
  const help = "run `npx passwright run` in the plugin's folder";
  return finding("PWT0109", plugin, message, causes.slice(0, 3).flatMap(said), help, causes[0] && placeOf(causes[0]));
}

/* Setup. */

export function setupKeepsState(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  const message = `the second setup on \`${framework}\` differs from the first`;
  return finding(
    "PWT0201",
    plugin,
    message,
    notes,
    "remove state from module variables, because a process may plan several times",
  );
}

export function dependsOnOrder(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  const message = `the steps in the plan of \`${framework}\` depend on the order in which plugins are loaded`;
  return finding(
    "PWT0202",
    plugin,
    message,
    notes,
    "use only the results of `add…` in conditions, and set the order with rules",
  );
}

export function orderedByName(plugin: string, { first, second, example, rule }: PairReport): Diagnostic {
  const notes = example === undefined ? [] : [`seen on input ${example.file}`];
  return {
    ...finding(
      "PWT0204",
      plugin,
      `the result depends on the order of \`${first}\` and \`${second}\`, but only their names determine this order`,
      notes,
      rule === undefined ? "add a rule for these steps" : `add the rule ${JSON.stringify(rule)}`,
    ),
    step: first,
  };
}

export function setupNotDeterministic(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  const help = "do not use the clock, random numbers or the environment in `setup`";
  return finding("PWT0203", plugin, `the setup on \`${framework}\` differs between two processes`, notes, help);
}

/* Passes. */

/** Where a problem was found: pass, operation and input. */
export interface Sighting {
  readonly plugin: string;
  readonly pass: string;
  readonly op: string;
  readonly input: string;
}

function about(
  code: string,
  { plugin, pass, op, input }: Sighting,
  what: string,
  notes: string[],
  help: string,
): Diagnostic {
  return {
    ...finding(code, plugin, `pass \`${pass}\` ${what}`, [...notes, `seen on ${op} of input ${input}`], help),
    step: pass,
  };
}

export function keepsState(where: Sighting, notes: string[]): Diagnostic {
  const help = "create all state in `runOnOperation`, and compute reusable data in an analysis";
  return about("PWT0301", where, "keeps state between operations", notes, help);
}

export function readsSiblings(where: Sighting, notes: string[]): Diagnostic {
  const help = "read only the operation of the pass and its contents, or anchor the pass one level up";
  return about("PWT0302", where, "reads siblings of its operation", notes, help);
}

export function dependsOnOperationOrder(where: Sighting, notes: string[]): Diagnostic {
  const help = "make the result independent of previously processed operations";
  return about("PWT0303", where, "depends on the order of operations", notes, help);
}

export function writesOutside(where: Sighting, what: string): Diagnostic {
  const help = "change only the operation of the pass and its contents, or anchor the pass one level up";
  return about("PWT0304", where, "changes IR outside its operation", [what], help);
}

export function makesInvalid(where: Sighting, diagnostics: readonly Diagnostic[]): Diagnostic {
  const help = "to find the invalid change, run the verifier after each change in the pass";
  return about(
    "PWT0305",
    where,
    "produces invalid IR",
    diagnostics.slice(0, 2).map(({ message }) => message),
    help,
  );
}

export function passThrows(where: Sighting, cause: Diagnostic): Diagnostic {
  const help = "call `emitError` and `signalPassFailure` and return, instead of throwing";
  return about("PWT0306", where, "breaks the run", [`${cause.code}: ${cause.message}`], help);
}

export function passNotDeterministic(where: Sighting, notes: string[]): Diagnostic {
  const help = "do not use the clock, random numbers, or an order that depends on addresses or hashes";
  return about("PWT0307", where, "is not deterministic", notes, help);
}

export function analysisNotPreserved(where: Sighting, analysis: string): Diagnostic {
  const help = "list only unchanged analyses under `preserves` and in `markAnalysesPreserved`";
  const notes = ["a new computation of the analysis has a different result"];
  return about(
    "PWT0401",
    where,
    `declares that it preserves analysis \`${analysis}\`, but changes the result of the analysis`,
    notes,
    help,
  );
}

export function undeclaredChange(where: Sighting): Diagnostic {
  const help = "call `markAllAnalysesPreserved` only if nothing was changed";
  const notes = ["the pass preserves all analyses, but the operation differs"];
  return about("PWT0402", where, "declares that it changed nothing, but changed its operation", notes, help);
}

export function wrongProperty(where: Sighting, cause: Diagnostic): Diagnostic {
  const notes = [cause.message, ...(cause.notes ?? []).map(({ message }) => message)];
  return about(
    "PWT0403",
    where,
    "declares a property that does not hold",
    notes,
    "correct the declaration or the code of the pass",
  );
}

export function worksOnMore(where: Sighting, notes: string[]): Diagnostic {
  const help = "add the operations that the pass changes to `worksOn`, or remove `worksOn`";
  return about("PWT0404", where, "changes operations that do not contain any operation in `worksOn`", notes, help);
}

/* Time, and the kit's own input. */

export function neverEnds(plugin: string, doing: string, limitMs: number): Diagnostic {
  const help = "make every loop terminate, or set a longer `timeLimitMs`";
  return finding("PWT0501", plugin, `the plugin does not end: ${doing}`, [`stopped after ${limitMs} ms`], help);
}

export function endsTheRun(plugin: string, doing: string, why: string): Diagnostic {
  const help = "do not end the process, exhaust its memory, or wait for promises that never settle";
  return finding("PWT0502", plugin, `the plugin ended the run: ${doing}`, [why], help);
}

export function nothingToRunOn(
  plugin: string,
  pass: string,
  { runsOn, isKnown }: { readonly runsOn: string; readonly isKnown: boolean },
  inputs: { readonly tried: readonly string[]; readonly unreadable: readonly string[] },
): Diagnostic {
  const { tried, unreadable } = inputs;
  const notes = [tried.length === 0 ? "the kit has no inputs" : `tried: ${tried.join(", ")}`];
  if (unreadable.length > 0) notes.push(`ignored, because they are unreadable or invalid: ${unreadable.join(", ")}`);
  return {
    ...finding(
      "PWT0602",
      plugin,
      `pass \`${pass}\` was not run: no input has ${runsOn}`,
      notes,
      isKnown
        ? "add such an operation to `inputs`, or to a `.mlir` file in the plugin's folder `test`"
        : "set `framework` to a framework whose IR defines the operation, and add `inputs` with the operation",
    ),
    step: pass,
  };
}

export function noProvider(plugin: string, pass: string, value: string): Diagnostic {
  return {
    ...finding(
      "PWT0604",
      plugin,
      `pass \`${pass}\` was not run: no pass of the plugin or of a framework provides value ${value}`,
      [],
      `set \`framework\` to a framework with a pass that provides ${value}`,
    ),
    step: pass,
  };
}

export function noRunner(): Diagnostic {
  const help =
    "run the file with a test runner, for example `npx mocha FILE`, or call `describePlugin(options, { describe, it })`";
  return errorDiagnostic("PWT0603", "the functions `describe` and `it` are not defined", help);
}

export function badInput(plugin: string, input: string, diagnostics: readonly Diagnostic[]): Diagnostic {
  const notes = diagnostics.map((diagnostic) => messageOf(renderDiagnostic(diagnostic)));
  return finding("PWT0601", plugin, `input ${input} is not valid IR`, notes, "correct this entry of `inputs`");
}
