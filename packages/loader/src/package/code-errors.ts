import { type Diagnostic, errorDiagnostic, type SourceLocation } from "@passwright/core";
import { blamed } from "./blamed.ts";
import { type Difference, type Disagreement } from "./disagreement.ts";
import { type PluginPackage } from "./read-package.ts";

/* PWL0201 to PWL0299: the code of packages. */

function code(
  number: string,
  message: string,
  found: PluginPackage,
  help: string,
  at: SourceLocation = found.named.at,
  notes: readonly string[] = [],
): Diagnostic {
  return errorDiagnostic(number, message, { ...blamed(found), at }, notes, [help]);
}

/** Nobody reports to himself. */
function mend(found: PluginPackage): string {
  return found.isOwn === true ? "mend it" : `report this to the author of \`${found.name}\``;
}

const DEFINE = { plugin: "definePlugin", framework: "defineFramework" } as const;

export function noCode(found: PluginPackage, reason: string): Diagnostic {
  const { insertions, rules } = found.manifest;
  const help =
    insertions.length + rules.length > 0 && found.manifest.passes === undefined
      ? 'build the package if it is yours, else install it anew; one that is data alone says so in its manifest: "setup": false, "passes": []'
      : "build the package if it is yours; else install it anew";
  return code("PWL0201", `the code of \`${found.name}\` is not there: ${reason}`, found, help);
}

/** `carried` is what an API said that refused what the module gave it: what is expected is said there. */
export function threwOnLoad(
  found: PluginPackage,
  what: string,
  at: SourceLocation | undefined,
  help = `${mend(found)}, or leave it out; \`--debug\` shows the stack`,
  carried: Pick<Diagnostic, "notes" | "help"> = {},
): Diagnostic {
  const told = code("PWL0202", `\`${found.name}\` threw while it was loaded: ${what}`, found, help, at);
  const notes = carried.notes === undefined ? {} : { notes: carried.notes };
  return { ...told, ...notes, help: [...(carried.help ?? []), help] };
}

export function noDefaultExport(found: PluginPackage): Diagnostic {
  const made = found.kind === "ir" ? "adapter" : `${DEFINE[found.kind]}({ … })`;
  const help = `write \`export default ${made}\` in its entry module`;
  const what = found.kind === "ir" ? "adapter of an IR" : found.kind;
  return code("PWL0203", `the default export of \`${found.name}\` is no ${what}`, found, help);
}

export function badShape(found: PluginPackage, what: string): Diagnostic {
  const who = found.kind === "ir" ? "what an IrAdapter says" : `what ${DEFINE[found.kind]} is given`;
  const help = `${mend(found)}: ${who} has to be so`;
  return code("PWL0204", `${found.kind} \`${found.name}\`: ${what}`, found, help);
}

/** All that differs in one error, at the first of it. */
function disagreement(
  number: string,
  message: string,
  found: PluginPackage,
  help: string,
  differences: readonly Difference[],
): Disagreement {
  const notes = differences.map(({ text }) => text);
  return { diagnostic: code(number, message, found, help, found.at, notes), path: differences[0]?.path ?? [] };
}

/** `isDefined`: whether the code has the pass at all. */
export function manifestDiffers(
  found: PluginPackage,
  pass: string,
  differences: readonly Difference[],
  isDefined: boolean,
): Disagreement {
  const help = isDefined
    ? "one of the two is wrong; if the code is right, declare the pass in package.json as it defines it: plans are made from the manifest"
    : `name the pass under \`passes\` of ${DEFINE[found.kind === "ir" ? "plugin" : found.kind]}, and build; or take it out of package.json`;
  const message = `manifest and code of \`${found.name}\` do not agree on pass \`${pass}\``;
  return disagreement("PWL0205", message, found, help, differences);
}

export function pointsDiffer(found: PluginPackage, differences: readonly Difference[]): Disagreement {
  const help = "declare the extension points in package.json as the code has them, with the same `since`";
  const message = `manifest and code of \`${found.name}\` do not agree on its extension points`;
  return disagreement("PWL0214", message, found, help, differences);
}

export function textsDiffer(found: PluginPackage, notes: readonly string[]): Diagnostic {
  const help = "write in package.json what the code says, or leave it out there: lists show what the manifest says";
  const message = `manifest and code of \`${found.name}\` do not say the same of its passes`;
  return { ...code("PWL0215", message, found, help, found.at, notes), severity: "warning" };
}

export function staleBuild(found: PluginPackage, source: string, built: string): Diagnostic {
  const help = "build it: `npm run build` in its folder; what runs is what was built";
  const message = `${source} of \`${found.name}\` is newer than ${built}`;
  return { ...code("PWL0216", message, found, help), severity: "warning" };
}

export function optionsDiffer(found: PluginPackage, differences: readonly Difference[]): Disagreement {
  const help = "declare the options in package.json as the code has them: `OptionSpec.schema()` tells how";
  const message = `manifest and code of \`${found.name}\` do not agree on its options`;
  return disagreement("PWL0211", message, found, help, differences);
}

export function frameworkDiffers(found: PluginPackage, differences: readonly Difference[]): Disagreement {
  const help =
    "declare in package.json what the code does, or leave `pipeline` out of it: plans are made from the manifest";
  const message = `manifest and code of \`${found.name}\` do not agree on its pipeline`;
  return disagreement("PWL0217", message, found, help, differences);
}

export function setupDiffers(found: PluginPackage, notes: readonly string[]): Disagreement {
  const help =
    'declare in package.json what the setup does, or leave `"setup": "declared"` out: plans are made from the manifest';
  const message = `manifest and code of \`${found.name}\` do not agree on what its setup does`;
  return { diagnostic: code("PWL0218", message, found, help, found.at, notes), path: ["setup"] };
}

export function declaredBesideGraph(found: PluginPackage, framework: string): Diagnostic {
  const help = 'leave `"setup": "declared"`, and what it declares, out of its manifest: beside a graph a setup is run';
  const message = `the setup of \`${found.name}\` is declared, and \`${framework}\` is a graph of pipelines`;
  return code("PWL0219", message, found, help, found.at);
}

export function hasSetupAfterAll(found: PluginPackage): Disagreement {
  const help = 'leave "setup": false out of its manifest, or the setup out of its code';
  const message = `\`${found.name}\` has a setup, and its manifest says that it has none`;
  return { diagnostic: code("PWL0206", message, found, help, found.at), path: ["setup"] };
}

/** An option that a plugin does not have and its passes may: people give a plugin what is its pass's. */
export interface StrayOption {
  readonly option: string;
  readonly value: unknown;
  /** The plugin's passes that have it. */
  readonly passes: readonly string[];
}

export function badOptions(
  found: PluginPackage,
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
        ? "leave the options out"
        : `options of \`${found.name}\`: ${known.join(", ")}`;
  return code("PWL0207", `options of plugin \`${found.name}\`: ${message}`, found, help, at);
}

/** The override by which a config sets an option of a pass. */
function settingInPass({ option, value, passes }: StrayOption, pass: string): string {
  const whose = passes.map((one) => `\`${one}\``).join(" and ");
  const set = `{ set: ${pass}, options: { ${option}: ${JSON.stringify(value)} }, reason: … }`;
  return `\`${option}\` is an option of its pass${passes.length > 1 ? "es" : ""} ${whose}: \`overrides: [${set}]\``;
}

export function threwInSetup(found: PluginPackage, what: string, at: SourceLocation | undefined): Diagnostic {
  const help = `${mend(found)}, or leave it out: --without ${found.name}`;
  return code("PWL0208", `\`${found.name}\` threw in its setup: ${what}`, found, help, at);
}

export function asyncSetup(found: PluginPackage): Diagnostic {
  const help = "make `setup` synchronous: what it does after an `await` would come too late";
  return code("PWL0209", `the setup of \`${found.name}\` answered a promise`, found, help);
}

export function threwInPipeline(found: PluginPackage, what: string, at: SourceLocation | undefined): Diagnostic {
  const help = `${found.isOwn === true ? "mend it" : `report this to the author of framework \`${found.name}\``}; \`--debug\` shows the stack`;
  return code("PWL0210", `framework \`${found.name}\` threw while it built its pipeline: ${what}`, found, help, at);
}

export function changedBuiltIns(found: PluginPackage, when: string, changes: readonly string[]): Diagnostic {
  const help = `${mend(found)}, or leave it out: everybody's code would see it`;
  const message = `\`${found.name}\` changed JavaScript's own objects while it ${when}`;
  return code("PWL0212", message, found, help, found.named.at, [...changes, "it was undone"]);
}

export function askedForRubbish(found: PluginPackage, what: string): Diagnostic {
  const help = `${mend(found)}, or leave it out: --without ${found.name}`;
  return code("PWL0213", `what \`${found.name}\` asked for in its setup cannot be resolved: ${what}`, found, help);
}
