import type { Diagnostic } from "@passwright/core";
import type { DefinedPlugin } from "@passwright/sdk";
import { importPlugin } from "../code/import-code.ts";
import type { NamedInConfig } from "../config/config.ts";
import { readPackage } from "../package/read-package.ts";
import type { PluginPackage } from "../package/read-package.ts";

/** Plugin with its code, independent of any framework. */
export interface LoadedPlugin {
  /** Package that contains the module. */
  readonly package: PluginPackage;
  /** Plugin that the module exports. */
  readonly code: DefinedPlugin;
}

/** Loads plugins without a framework and without `setup`. Names are resolved from the file `from`. */
export async function loadPlugins(
  named: readonly NamedInConfig[],
  options: { readonly from: string; readonly cwd: string },
): Promise<{ readonly plugins: readonly LoadedPlugin[]; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const plugins: LoadedPlugin[] = [];
  for (const one of named) {
    const read = await readPackage(one, { ...options, kind: "plugin" });
    const imported = read.ok ? await importPlugin(read.package) : read;
    if (!imported.ok) diagnostics.push(...imported.diagnostics);
    else if (read.ok) plugins.push({ package: read.package, code: imported.code });
  }
  return { plugins, diagnostics };
}
