import type { Diagnostic, SourceLocation } from "@passwright/core";
import { codeError, mend } from "@passwright/sdk/loading";
import type { Difference, Disagreement } from "./disagreement.ts";
import type { PluginPackage } from "./read-package.ts";

/* PWL0201 to PWL0299: the code of packages. */

const DEFINE = { plugin: "definePlugin", framework: "defineFramework" } as const;

export function noCode(found: PluginPackage, reason: string): Diagnostic {
  const { insertions, rules } = found.manifest;
  const help =
    insertions.length + rules.length > 0 && found.manifest.passes === undefined
      ? 'build the package if it is yours, else install it anew; one that is data alone says so in its manifest: "setup": false, "passes": []'
      : "build the package if it is yours; else install it anew";
  return codeError("PWL0201", `the code of \`${found.name}\` is not there: ${reason}`, found, help);
}

/** The same code: the file is there, and is not one that can be imported. */
export function unreadableCode(found: PluginPackage, file: string, reason: string): Diagnostic {
  const help = found.isOwn === true ? "replace it with a file" : "install the package again";
  return codeError("PWL0201", `the code of \`${found.name}\` cannot be read: ${file}: ${reason}`, found, help);
}

/** `carried` is what an API said that refused what the module gave it: what is expected is said there. */
export function threwOnLoad(
  found: PluginPackage,
  what: string,
  at: SourceLocation | undefined,
  help = `${mend(found)}, or leave it out; \`--debug\` shows the stack`,
  carried: Pick<Diagnostic, "notes" | "help"> = {},
): Diagnostic {
  const told = codeError("PWL0202", `\`${found.name}\` threw while it was loaded: ${what}`, found, help, at);
  const notes = carried.notes === undefined ? {} : { notes: carried.notes };
  return { ...told, ...notes, help: [...(carried.help ?? []), help] };
}

export function noDefaultExport(found: PluginPackage): Diagnostic {
  const made = found.kind === "ir" ? "adapter" : `${DEFINE[found.kind]}({ … })`;
  const help = `write \`export default ${made}\` in its entry module`;
  const what = found.kind === "ir" ? "adapter of an IR" : found.kind;
  return codeError("PWL0203", `the default export of \`${found.name}\` is no ${what}`, found, help);
}

export function badShape(found: PluginPackage, what: string): Diagnostic {
  const who = found.kind === "ir" ? "what an IrAdapter says" : `what ${DEFINE[found.kind]} is given`;
  const help = `${mend(found)}: ${who} has to be so`;
  return codeError("PWL0204", `${found.kind} \`${found.name}\`: ${what}`, found, help);
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
  return { diagnostic: codeError(number, message, found, help, found.at, notes), path: differences[0]?.path ?? [] };
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
  return { ...codeError("PWL0215", message, found, help, found.at, notes), severity: "warning" };
}

export function staleBuild(found: PluginPackage, source: string, built: string): Diagnostic {
  const help = "build it: `npm run build` in its folder; what runs is what was built";
  const message = `${source} of \`${found.name}\` is newer than ${built}`;
  return { ...codeError("PWL0216", message, found, help), severity: "warning" };
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
  return { diagnostic: codeError("PWL0218", message, found, help, found.at, notes), path: ["setup"] };
}

export function hasSetupAfterAll(found: PluginPackage): Disagreement {
  const help = 'leave "setup": false out of its manifest, or the setup out of its code';
  const message = `\`${found.name}\` has a setup, and its manifest says that it has none`;
  return { diagnostic: codeError("PWL0206", message, found, help, found.at), path: ["setup"] };
}

/** Differences that no contributor causes alone. */
export function plansDiffer(texts: readonly string[]): Diagnostic {
  return {
    code: "PWL0218",
    severity: "error",
    message: "manifests and code do not give the same plan",
    notes: texts.map((message) => ({ message })),
    help: ["build the packages, and generate their manifests again"],
  };
}
