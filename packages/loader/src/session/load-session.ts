import { readConfig } from "../config/read-config.ts";
import { type LoaderHooks } from "../hooks/loader-hooks.ts";
import { importFramework } from "../package/import-code.ts";
import { choose } from "./choose.ts";
import { Loading } from "./loading.ts";
import { readPackages } from "./read-packages.ts";
import { type LoadResult } from "./session.ts";

/** What to load. */
export interface LoadOptions {
  /** A config file, or a folder that holds one. Without it the config is searched from `cwd` on. */
  readonly config?: string;
  /** Plugins to leave out, by package name or as the config names them. */
  readonly without?: readonly string[];
  /** The folder that `config` is relative to; the process's own by default. */
  readonly cwd?: string;
  /** In place of what the config chooses. */
  readonly target?: string;
  readonly level?: string;
  /** The version of the plugin API to check manifests against; the real one by default. */
  readonly apiVersion?: string;
  /** Names of plugins in the order in which to load them, to see that it makes no difference; alphabetical without it. */
  readonly order?: readonly string[];
  /** Leave duplicate cleanups where they are. */
  readonly keepDuplicates?: boolean;
  /** Told of every step. */
  readonly hooks?: LoaderHooks;
}

/**
 * Loads what a config names, and plans. In this order: the config; the manifests of framework and plugins; the framework's
 * code; contributions that are data; the code of plugins, each with a builder of its own. Whatever is wrong in one step is
 * answered together, and ends the loading there, so that no code runs after a manifest that does not fit.
 *
 * The result does not depend on the order in which plugins are named.
 */
export async function loadSession(options: LoadOptions = {}): Promise<LoadResult> {
  const { cwd = process.cwd(), without = [], apiVersion, hooks, order, keepDuplicates = false } = options;
  const read = await readConfig(options.config, cwd);
  if (!read.ok) return { diagnostics: read.diagnostics };
  const { config } = read;
  hooks?.configRead.call(config);
  const api = apiVersion === undefined ? {} : { apiVersion };
  const { packages, diagnostics } = await readPackages(config, { cwd, without, ...api });
  if (packages === undefined) return { diagnostics };
  hooks?.manifestsChecked.call(
    packages.framework,
    packages.plugins.map((plugin) => plugin.package),
  );
  const imported = await importFramework(packages.framework);
  if (!imported.ok) return { diagnostics: imported.diagnostics };
  const chosen = choose(config, imported.code, options);
  if (chosen.diagnostics.length > 0) return { diagnostics: chosen.diagnostics };
  const { choice } = chosen;
  return new Loading({ config, packages, framework: imported.code, choice, hooks, order, keepDuplicates }).load();
}
