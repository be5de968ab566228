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
  { at, step }: { readonly at?: SourceLocation | undefined; readonly step?: string } = {},
): Diagnostic {
  return errorDiagnostic(code, message, help, { plugin, ...(at && { at }), notes, ...(step && { step }) });
}

const said = ({ code, message, notes = [] }: Diagnostic): string[] => [
  `${code}: ${message}`,
  ...notes.map((note) => note.message),
];

/** Returns the position of a diagnostic. Leaves out positions in files that the kit generated. */
function placeOf({ at }: Diagnostic): { readonly at?: SourceLocation } {
  return at === undefined || /^(?:$|\.\.|[/\\]|[A-Za-z]:)/.test(at.file) ? {} : { at };
}

/* Findings about loading. */

const POLLUTES = "the plugin changes global objects";
const POLLUTES_HELP = "change only objects that the plugin creates";

const LOAD: { readonly [code: string]: (name: string) => readonly [code: string, message: string, help: string] } = {
  PWL0205: (name) => [
    "PWT0102",
    `the manifest of plugin \`${name}\` does not match the code of the plugin`,
    "update the manifest with `passwright manifest`",
  ],
  PWL0208: (name) => [
    "PWT0104",
    `\`setup\` of plugin \`${name}\` throws an exception`,
    "in `setup`, handle refused positions instead of throwing an exception",
  ],
  PWL0209: (name) => [
    "PWT0105",
    `\`setup\` of plugin \`${name}\` is asynchronous`,
    "make `setup` a synchronous function",
  ],
  PWL0212: () => ["PWT0107", POLLUTES, POLLUTES_HELP],
  PWB0001: (name) => [
    "PWT0106",
    `plugin \`${name}\` declares a pass with a name that is already used`,
    "rename the pass, or remove it and use the existing pass",
  ],
};

/** Makes a finding from an error of the loader. */
export function loadFailed(plugin: string, cause: Diagnostic): Diagnostic {
  const name = plugin.split(" ", 1)[0] ?? plugin;
  if (cause.pluginKind === "framework") {
    const message = `framework \`${cause.plugin ?? ""}\` cannot be loaded`;
    return finding("PWT0103", plugin, message, said(cause), cause.help?.[0] ?? "build the package", placeOf(cause));
  }
  const isManifest = /^PWL0[01]/.test(cause.code);
  // Frameworks can cause errors with the same codes.
  const known = cause.pluginKind === undefined ? LOAD[cause.code]?.(name) : undefined;
  const [code, message, help] = known ?? [
    isManifest ? "PWT0101" : "PWT0103",
    isManifest ? `the manifest of plugin \`${name}\` is invalid` : `plugin \`${name}\` cannot be loaded`,
    cause.help?.[0] ?? "build the package",
  ];
  return finding(code, plugin, message, said(cause), help, placeOf(cause));
}

/**
 * Makes a finding about a likely mistake in a plugin that can be loaded: a mistyped name, an unknown option or
 * operation, or a pass that is not exported. Returns `undefined` for other diagnostics and other plugins.
 */
export function likelyMistake(
  plugin: string,
  name: string,
  cause: Diagnostic,
  isForPlugin: boolean,
): Diagnostic | undefined {
  const { code, severity, similar, help = [], plugin: owner = "" } = cause;
  if (owner !== name && !owner.startsWith(`${name} `)) return undefined;
  const isMistake =
    ["PWB0402", "PWL0220", "PWB0405"].includes(code) ||
    (similar !== undefined &&
      (code === "PWB0404" ||
        code === "PWB0406" ||
        (code === "PWB0204" && severity === "warning") ||
        (isForPlugin && (code === "PWB0101" || code === "PWB0103"))));
  if (!isMistake) return undefined;
  const what = "a call in `setup` is probably wrong";
  return finding("PWT0110", plugin, what, said(cause), help[0] ?? "correct `setup`", placeOf(cause));
}

export function mistypedType(plugin: string, pass: string, type: string, similar: string): Diagnostic {
  const message = `pass \`${pass}\` has the unknown type \`${type}\``;
  return finding("PWT0110", plugin, message, [], `did you mean \`${similar}\`?`, { step: pass });
}

export function mistypedTarget(plugin: string, pass: string, target: string, similar: string): Diagnostic {
  const message = `the position of \`${pass}\` names \`${target}\`, which does not exist`;
  return finding("PWT0110", plugin, message, [], `did you mean \`${similar}\`?`, { step: pass });
}

export function pollutes(plugin: string, what: readonly string[], when: string): Diagnostic {
  return finding("PWT0107", plugin, POLLUTES, [...what, `found ${when}`], POLLUTES_HELP);
}

export function fitsNowhere(plugin: string, reasons: readonly string[]): Diagnostic {
  const help = "set the option `framework` of the test to a framework that the plugin supports";
  return finding("PWT0108", plugin, "the plugin does not work with any of the tested frameworks", reasons, help);
}

export function ownConfigFails(plugin: string, causes: readonly Diagnostic[]): Diagnostic {
  const message = "the config in the plugin's folder fails";
  const help = "run `npx passwright run` in the plugin's folder to see the full error";
  return finding("PWT0109", plugin, message, causes.slice(0, 3).flatMap(said), help, causes[0] && placeOf(causes[0]));
}

/** Reports files that the plugin needs and that `npm pack` leaves out. */
export function notPublished(plugin: string, files: readonly string[], at: SourceLocation): Diagnostic {
  const [name = plugin] = plugin.split(" ", 1);
  const message = `plugin \`${name}\` cannot be loaded after it is published, because \`npm pack\` leaves out files`;
  const notes = files.map((file) => `left out: \`${file}\``);
  const help = `add ${files.map((file) => `\`${file}\``).join(" and ")} to \`files\` in package.json`;
  return finding("PWT0103", plugin, message, notes, help, { at });
}

/**
 * Reports a package that the code of the plugin imports, but that npm does not install with the plugin. `key` is the
 * list of package.json to which the package must be added. `isDev` is true if `devDependencies` lists the package.
 */
export function notListed(
  plugin: string,
  imported: string,
  key: "dependencies" | "peerDependencies",
  isDev: boolean,
  at: SourceLocation,
): Diagnostic {
  const [name = plugin] = plugin.split(" ", 1);
  const lacks = isDev ? "lists this package only in `devDependencies`" : "does not list this package";
  const message = `plugin \`${name}\` imports \`${imported}\`, but its package.json ${lacks}`;
  // A package in `peerDependencies` can also be in `devDependencies`.
  const change = isDev && key === "dependencies" ? "move `NAME` from `devDependencies`" : "add `NAME`";
  const help = `${change.replace("NAME", imported)} to \`${key}\` in package.json`;
  return finding("PWT0103", plugin, message, [], help, { at });
}

/* Findings about setup. */

export function setupKeepsState(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  const message = `two calls of \`setup\` with framework \`${framework}\` produce different plans`;
  return finding("PWT0201", plugin, message, notes, "move state from variables of the module into `setup`");
}

export function dependsOnOrder(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  const message = `the plan with framework \`${framework}\` depends on the order in which plugins are loaded`;
  const help = "in `setup`, test the results of `add…` calls instead of the state of other plugins";
  return finding("PWT0202", plugin, message, notes, help);
}

export function orderedByName(plugin: string, { first, second, example, rule }: PairReport): Diagnostic {
  const notes = example === undefined ? [] : [`found on input \`${example.file}\``];
  const message = `the result depends on the order of \`${first}\` and \`${second}\`, but only their names determine this order`;
  const help = rule === undefined ? "add a rule for these steps" : `add the rule ${JSON.stringify(rule)}`;
  return finding("PWT0204", plugin, message, notes, help, { step: first });
}

export function setupNotDeterministic(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  const help = "do not use the clock, random numbers or the environment in `setup`";
  const message = `\`setup\` with framework \`${framework}\` produces different plans in two threads`;
  return finding("PWT0203", plugin, message, notes, help);
}

/* Findings about passes. */

/** Pass, operation and input for which a problem was found. */
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
  at?: SourceLocation,
): Diagnostic {
  const where = `found on ${op} of input \`${input}\``;
  return finding(code, plugin, `pass \`${pass}\` ${what}`, [...notes, where], help, { at, step: pass });
}

export function keepsState(where: Sighting, notes: string[]): Diagnostic {
  const help = "create all state in `runOnOperation`, or compute it in an analysis";
  return about("PWT0301", where, "keeps state between operations", notes, help);
}

export function readsSiblings(where: Sighting, notes: string[]): Diagnostic {
  const help = "read only the operation that the pass runs on, or anchor the pass on the parent operation";
  return about("PWT0302", where, "reads siblings of its operation", notes, help);
}

export function dependsOnOperationOrder(where: Sighting, notes: string[]): Diagnostic {
  const help = "compute the result only from the operation that the pass runs on";
  return about("PWT0303", where, "depends on the order in which operations are processed", notes, help);
}

export function writesOutside(where: Sighting, what: string): Diagnostic {
  const help = "change only the operation that the pass runs on, or anchor the pass on the parent operation";
  return about("PWT0304", where, "changes IR outside its operation", [what], help);
}

export function makesInvalid(where: Sighting, diagnostics: readonly Diagnostic[]): Diagnostic {
  const help = "find the invalid change: run the verifier after each change in the pass";
  const notes = diagnostics.slice(0, 2).map(({ message }) => message);
  return about("PWT0305", where, "produces invalid IR", notes, help);
}

export function passThrows(where: Sighting, cause: Diagnostic, at: SourceLocation | undefined): Diagnostic {
  const help = "report the failure with `emitError` and `signalPassFailure` instead of throwing an exception";
  const notes = [`${cause.code}: ${cause.message}`];
  return about("PWT0306", where, "throws an exception", notes, help, at);
}

export function cannotStart(where: Sighting, cause: Diagnostic): Diagnostic {
  const help = cause.help?.[0] ?? "correct the declaration of the pass";
  return about("PWT0306", where, "prevents the start of the run", [`${cause.code}: ${cause.message}`], help);
}

export function passNotDeterministic(where: Sighting, notes: string[]): Diagnostic {
  const help =
    "do not use the clock, random numbers, or an order that depends on addresses or hashes, or declare `deterministic: false`";
  return about("PWT0307", where, "is not deterministic", notes, help);
}

export function analysisNotPreserved(where: Sighting, analysis: string): Diagnostic {
  const help = `remove \`${analysis}\` from \`preserves\` and \`markAnalysesPreserved\``;
  const notes = ["the analysis has a different result if it is computed again after the pass"];
  const what = `declares that it preserves analysis \`${analysis}\`, but changes the result of the analysis`;
  return about("PWT0401", where, what, notes, help);
}

export function undeclaredChange(where: Sighting): Diagnostic {
  const help = "call `markAllAnalysesPreserved` only if the pass did not change the operation";
  return about("PWT0402", where, "calls `markAllAnalysesPreserved`, but changes the operation", [], help);
}

export function wrongProperty(where: Sighting, cause: Diagnostic): Diagnostic {
  const notes = [cause.message, ...(cause.notes ?? []).map(({ message }) => message)];
  const help = "correct the declaration or the code of the pass";
  return about("PWT0403", where, "declares a property that does not hold", notes, help);
}

export function worksOnMore(where: Sighting, notes: string[]): Diagnostic {
  const help = "add to `worksOn` the operations that the pass changes, or remove `worksOn`";
  return about("PWT0404", where, "changes an operation that does not contain any operation in `worksOn`", notes, help);
}

export function notIdempotent(where: Sighting, notes: string[]): Diagnostic {
  const help = "remove `idempotent`, or correct the pass so that a second run has no effect";
  return about("PWT0405", where, "declares `idempotent: true`, but a second run has an effect", notes, help);
}

/* Findings about time limits and about inputs of the kit. */

export function neverEnds(plugin: string, doing: string, limitMs: number): Diagnostic {
  const help = "make every loop end, or increase `timeLimitMs`";
  return finding("PWT0501", plugin, `${doing} did not finish within ${limitMs} ms`, [], help);
}

/** Reports an exception outside of the calls of the kit, for example in a timer or in a promise without `await`. */
export function notCaught(plugin: string, doing: string, what: string, at: SourceLocation | undefined): Diagnostic {
  const help = "await every promise, and prevent or catch exceptions in timers and other callbacks";
  return finding("PWT0502", plugin, `an exception was not caught during ${doing}`, [what], help, { at });
}

export function endsTheRun(plugin: string, doing: string, why: string): Diagnostic {
  const help =
    "in the plugin, look for a call of `process.exit`, an unlimited allocation, or a promise that never settles";
  return finding("PWT0502", plugin, `the plugin ended its thread during ${doing}`, [why], help);
}

export function nothingToRunOn(
  plugin: string,
  pass: string,
  { runsOn, isKnown }: { readonly runsOn: string; readonly isKnown: boolean },
  inputs: { readonly tried: readonly string[]; readonly unreadable: readonly string[] },
): Diagnostic {
  const { tried, unreadable } = inputs;
  const none = unreadable.length === 0 ? "the test does not have inputs" : "the test does not have valid inputs";
  const notes = [tried.length === 0 ? none : `inputs searched: ${tried.join(", ")}`];
  if (unreadable.length > 0) notes.push(`inputs ignored as unreadable or invalid: ${unreadable.join(", ")}`);
  if (!isKnown) notes.push("the IR of the framework does not define this operation");
  const help = isKnown
    ? `add an input with this operation to \`inputs\`, or to the plugin's folder \`test\``
    : "set `framework` to a framework whose IR defines this operation";
  const message = `pass \`${pass}\` was not run, because no input contains ${runsOn}`;
  return finding("PWT0602", plugin, message, notes, help, { step: pass });
}

export function alwaysFails(plugin: string, pass: string, inputs: readonly string[], failure: string): Diagnostic {
  const notes = [
    `inputs tried: ${inputs.join(", ")}`,
    ...(failure === "" ? [] : [`error on the last input: ${failure}`]),
  ];
  const help = "add an input on which the pass succeeds to `inputs`, or to the plugin's folder `test`";
  return finding("PWT0606", plugin, `pass \`${pass}\` failed on all inputs`, notes, help, { step: pass });
}

export function noProvider(plugin: string, pass: string, value: string): Diagnostic {
  const message = `pass \`${pass}\` was not run, because no pass of the plugin or the framework provides value \`${value}\``;
  const help = `set \`framework\` to a framework with a pass that provides \`${value}\``;
  return finding("PWT0604", plugin, message, [], help, { step: pass });
}

export function noRunner(): Diagnostic {
  const help =
    "run the file with a test runner, for example `npx mocha FILE`, or call `describePlugin(options, { describe, it })`";
  return errorDiagnostic("PWT0603", "the functions `describe` and `it` are not defined", help);
}

export function badInput(plugin: string, input: string, diagnostics: readonly Diagnostic[]): Diagnostic {
  const notes = diagnostics.map((diagnostic) => messageOf(renderDiagnostic(diagnostic)));
  return finding("PWT0601", plugin, `input ${input} is not valid IR`, notes, `correct input ${input} in \`inputs\``);
}
