import { realpathSync } from "node:fs";
import type { ConfigResult } from "./config.ts";
import { readExtendedFiles } from "./extended-files.ts";
import { findConfigAround, findNamedConfig, searchConfig } from "./find-config.ts";
import { mergeConfigs } from "./merge-configs.ts";

/**
 * Finds, reads and checks a config and everything that it extends. `named` is a file or a folder. Without `named`,
 * searches from `cwd` upwards. With `dataOnly`, refuses a config that is code. Calls `beforeCode` before code of a
 * config runs.
 */
export async function readConfig(
  named: string | undefined,
  cwd: string,
  { dataOnly = false, beforeCode = () => {} }: { readonly dataOnly?: boolean; readonly beforeCode?: () => void } = {},
): Promise<ConfigResult> {
  const search = dataOnly ? findConfigAround : searchConfig;
  const found = named === undefined ? await search(cwd) : findNamedConfig(named, cwd);
  if (!found.ok) return { ok: false, diagnostics: [found.diagnostic] };
  // Packages are resolved from the real path, as Node does for modules.
  const files = await readExtendedFiles(realpathSync(found.path), found.path, { cwd, dataOnly, beforeCode });
  if (files.diagnostics.length > 0) return { ok: false, diagnostics: files.diagnostics };
  return mergeConfigs(files.all);
}
