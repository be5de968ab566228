import type { Diagnostic, SourceLocation } from "@passwright/core";
import { codeError, mend } from "@passwright/sdk/loading";
import type { PluginPackage } from "./read-package.ts";

/* PWL0201 to PWL0299: the code of packages. */

const DEFINE = { plugin: "definePlugin", framework: "defineFramework" } as const;

export function noCode(found: PluginPackage, reason: string): Diagnostic {
  const help = "build the package if it is yours; else install it anew";
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

export function staleManifest(found: PluginPackage, notes: readonly string[]): Diagnostic {
  const generate = "generate it again: `passwright manifest` in its folder";
  const help =
    found.isOwn === true
      ? generate
      : `if it is yours, ${generate}; else report this to the author of \`${found.name}\``;
  return codeError(
    "PWL0205",
    `the manifest of \`${found.name}\` is stale: its code says otherwise`,
    found,
    help,
    found.at,
    notes,
  );
}

export function staleBuild(found: PluginPackage, source: string, built: string): Diagnostic {
  const help = "build it: `npm run build` in its folder; what runs is what was built";
  const message = `${source} of \`${found.name}\` is newer than ${built}`;
  return { ...codeError("PWL0216", message, found, help), severity: "warning" };
}
