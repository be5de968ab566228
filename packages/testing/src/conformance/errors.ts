import { errorDiagnostic, messageOf, renderDiagnostic } from "@passwright/core";
import type { Diagnostic, Note, SourceLocation } from "@passwright/core";

/* PWT0101 to PWT0699: what a plugin does wrong. */

function finding(
  code: string,
  plugin: string,
  message: string,
  notes: readonly (string | Note)[],
  help: string,
  at?: SourceLocation,
): Diagnostic {
  return errorDiagnostic(code, message, { plugin, ...(at && { at }) }, notes, [help]);
}

const said = ({ code, message, notes = [] }: Diagnostic): string[] => [
  `${code}: ${message}`,
  ...notes.map((note) => note.message),
];

/** Places that the kit made up, as its own config, help nobody. */
function placeOf({ at }: Diagnostic): SourceLocation | undefined {
  return at === undefined || /^(?:$|\.\.|[/\\]|[A-Za-z]:)/.test(at.file) ? undefined : at;
}

/* Loading. */

const POLLUTES = "it changes what belongs to everybody";
const POLLUTES_HELP = "keep what you need in your own modules: every other plugin sees these";

const LOAD: { readonly [code: string]: (name: string) => readonly [code: string, message: string, help: string] } = {
  PWL0205: (name) => [
    "PWT0102",
    `the manifest of \`${name}\` does not agree with its code`,
    "generate it again: `passwright manifest`",
  ],
  PWL0208: (name) => [
    "PWT0104",
    `the setup of \`${name}\` throws`,
    "look at what `add…` answers in place of trusting that a place is there, and throw nothing",
  ],
  PWL0209: (name) => [
    "PWT0105",
    `the setup of \`${name}\` is asynchronous`,
    "ask for all places before the first `await`, or better: make `setup` an ordinary function",
  ],
  PWL0212: () => ["PWT0107", POLLUTES, POLLUTES_HELP],
  PWB0001: (name) => [
    "PWT0106",
    `\`${name}\` registers over somebody else`,
    "rename the pass, with a name that tells whose it is, or use the pass that is there by its name",
  ],
};

/** What the loader said, as a finding. */
export function loadFailed(plugin: string, cause: Diagnostic): Diagnostic {
  const name = plugin.split(" ", 1)[0] ?? plugin;
  const isManifest = /^PWL0[01]/.test(cause.code);
  const [code, message, help] = LOAD[cause.code]?.(name) ?? [
    isManifest ? "PWT0101" : "PWT0103",
    isManifest ? `the manifest of \`${name}\` is not valid` : `\`${name}\` does not load`,
    cause.help?.[0] ?? "see that the package is built",
  ];
  return finding(code, plugin, message, said(cause), help, placeOf(cause));
}

/**
 * What loads and is likely not meant: names that are almost others, options and operations that there are not, passes that
 * nobody else can see. `undefined` for what is not of that sort, or somebody else's.
 */
export function likelyMistake(plugin: string, name: string, cause: Diagnostic): Diagnostic | undefined {
  const { code, severity, help = [], plugin: whose = "" } = cause;
  if (whose !== name && !whose.startsWith(`${name} `)) return undefined;
  const isNear = help[0]?.startsWith("did you mean") === true;
  const isMistake =
    ["PWB0402", "PWL0220", "PWB0405"].includes(code) ||
    (isNear && (code === "PWB0404" || code === "PWB0406" || (code === "PWB0204" && severity === "warning")));
  if (!isMistake) return undefined;
  const what = `its setup asks for what is likely not meant`;
  return finding("PWT0110", plugin, what, said(cause), help[0] ?? "correct it", placeOf(cause));
}

export function pollutes(plugin: string, what: readonly string[], when: string): Diagnostic {
  return finding("PWT0107", plugin, POLLUTES, [...what, `seen ${when}`], POLLUTES_HELP);
}

export function fitsNowhere(plugin: string, reasons: readonly string[]): Diagnostic {
  return finding(
    "PWT0108",
    plugin,
    "its pipeline resolves with none of the frameworks that were tried",
    reasons,
    "give `framework`, the one that the plugin is for; or take another way in `setup` where a place is refused",
  );
}

export function ownConfigFails(plugin: string, causes: readonly Diagnostic[]): Diagnostic {
  return finding(
    "PWT0109",
    plugin,
    "its own config does not plan and run",
    causes.slice(0, 3).flatMap(said),
    "see it with `npx passwright run` in the plugin's folder",
    causes[0] && placeOf(causes[0]),
  );
}

/* Setup. */

export function setupKeepsState(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  return finding(
    "PWT0201",
    plugin,
    `its second setup on \`${framework}\` does something else than the first`,
    notes,
    "keep nothing in variables of modules: a process may plan many times",
  );
}

export function dependsOnOrder(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  return finding(
    "PWT0202",
    plugin,
    `its place in the plan of \`${framework}\` depends on the order in which plugins are loaded`,
    notes,
    "decide by what `add…` answers, and say the rest with rules: these are the same in every order",
  );
}

export function setupNotDeterministic(plugin: string, framework: string, notes: readonly string[]): Diagnostic {
  return finding(
    "PWT0203",
    plugin,
    `its setup on \`${framework}\` is not the same in two processes`,
    notes,
    "no clock, no random numbers and no environment in `setup`",
  );
}

/* Passes. */

/** Where something was seen: which pass, on which operation of which input. */
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
  const help = "make all state inside of `runOnOperation`; what is computed once belongs into an analysis";
  return about("PWT0301", where, "keeps state between operations", notes, help);
}

export function readsSiblings(where: Sighting, notes: string[]): Diagnostic {
  const help = "look only at the operation that the pass gets and what is in it, or anchor the pass one level up";
  return about("PWT0302", where, "reads the operations beside its own", notes, help);
}

export function dependsOnOperationOrder(where: Sighting, notes: string[]): Diagnostic {
  const help = "the same operation has to come out the same, whichever was worked on before";
  return about("PWT0303", where, "depends on the order of operations", notes, help);
}

export function writesOutside(where: Sighting, what: string): Diagnostic {
  const help = "change the operation that the pass gets and what is in it only, or anchor the pass one level up";
  return about("PWT0304", where, "writes outside of its operation", [what], help);
}

export function makesInvalid(where: Sighting, diagnostics: readonly Diagnostic[]): Diagnostic {
  const help = "run the pass with the verifier on after each step of it";
  return about(
    "PWT0305",
    where,
    "leaves IR that is not valid",
    diagnostics.slice(0, 2).map(({ message }) => message),
    help,
  );
}

export function passThrows(where: Sighting, cause: Diagnostic): Diagnostic {
  const help = "a pass that cannot go on calls `emitError` and `signalPassFailure`, and returns";
  return about("PWT0306", where, "breaks the run", [`${cause.code}: ${cause.message}`], help);
}

export function passNotDeterministic(where: Sighting, notes: string[]): Diagnostic {
  const help = "no clock, no random numbers, and no order that comes from addresses or hashes";
  return about("PWT0307", where, "is not deterministic", notes, help);
}

export function liesAboutAnalysis(where: Sighting, analysis: string): Diagnostic {
  const help = "name under `preserves` and in `markAnalysesPreserved` only what is as true as before";
  const notes = [`computed anew, the analysis comes out differently`];
  return about("PWT0401", where, `says that it preserves analysis \`${analysis}\`, and does not`, notes, help);
}

export function liesAboutChange(where: Sighting): Diagnostic {
  const help = "call `markAllAnalysesPreserved` only where nothing was changed";
  const notes = ["it preserves all analyses, and the operation is not what it was"];
  return about("PWT0402", where, "says that it changed nothing, and did", notes, help);
}

export function liesAboutProperty(where: Sighting, cause: Diagnostic): Diagnostic {
  const notes = (cause.notes ?? []).map(({ message }) => message);
  const what = cause.message.replace(/^`[^`]*` /, "");
  return about("PWT0403", where, what, notes, "correct what the pass declares, or the pass");
}

/* Time, and the kit's own input. */

export function neverEnds(plugin: string, doing: string, limitMs: number): Diagnostic {
  const help = "see that every loop comes closer to its end; or give the kit a longer `timeLimitMs`";
  return finding("PWT0501", plugin, `it does not end: ${doing}`, [`stopped after ${limitMs} ms`], help);
}

export function worksNoMore(plugin: string, doing: string, why: string): Diagnostic {
  const help = "a plugin neither ends the process nor uses up its memory, and lets no promise wait for ever";
  return finding("PWT0502", plugin, `it ended the run: ${doing}`, [why], help);
}

export function nothingToRunOn(
  plugin: string,
  pass: string,
  { runsOn, isKnown }: { readonly runsOn: string; readonly isKnown: boolean },
  inputs: { readonly tried: readonly string[]; readonly unreadable: readonly string[] },
): Diagnostic {
  const { tried, unreadable } = inputs;
  const notes = [tried.length === 0 ? "there was no input" : `tried: ${tried.join(", ")}`];
  if (unreadable.length > 0)
    notes.push(`left out, because they cannot be read or are not valid: ${unreadable.join(", ")}`);
  return {
    ...finding(
      "PWT0602",
      plugin,
      `pass \`${pass}\` was not run: no input has ${runsOn}`,
      notes,
      isKnown
        ? "give `inputs` with such an operation, or put one into a file that ends in `.mlir` in the plugin's folder `test`"
        : "give `framework`, one whose IR knows the operation, and `inputs` with it",
    ),
    step: pass,
  };
}

export function noRunner(): Diagnostic {
  return {
    code: "PWT0603",
    severity: "error",
    message: "there are no functions `describe` and `it`",
    help: [
      "run the file with a test runner: `npx mocha FILE`; or hand over what yours has: `describePlugin(options, { describe, it })`",
    ],
  };
}

export function badInput(plugin: string, input: string, diagnostics: readonly Diagnostic[]): Diagnostic {
  const notes = diagnostics.map((diagnostic) => messageOf(renderDiagnostic(diagnostic)));
  return finding("PWT0601", plugin, `input ${input} is not valid IR`, notes, "correct the input that the test gives");
}
