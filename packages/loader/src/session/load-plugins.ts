import type { Diagnostic } from "@passwright/core";
import type { DefinedPlugin } from "@passwright/sdk";
import { importPlugin } from "../code/import-code.ts";
import type { NamedInConfig } from "../config/config.ts";
import { readPackage } from "../package/read-package.ts";
import type { PluginPackage } from "../package/read-package.ts";

/** A plugin with its code, outside of any framework. */
export interface LoadedPlugin {
  readonly package: PluginPackage;
  readonly code: DefinedPlugin;
}

/**
 * Loads plugins for the passes that they have, without a framework and without calling their setup. `from` is the file that
 * they are looked for from. All problems are answered; plugins without problems are there all the same.
 */
export async function loadPlugins(
  named: readonly NamedInConfig[],
  options: { readonly from: string; readonly cwd: string },
): Promise<{ readonly plugins: readonly LoadedPlugin[]; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const plugins: LoadedPlugin[] = [];
  for (const one of named) {
    // In order, so that problems come in the order of the names.
    const read = await readPackage(one, { ...options, kind: "plugin" });
    const imported = read.ok ? await importPlugin(read.package) : read;
    if (!imported.ok) diagnostics.push(...imported.diagnostics);
    else if (read.ok) plugins.push({ package: read.package, code: imported.code });
  }
  return { plugins, diagnostics };
}
