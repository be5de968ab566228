import { type Diagnostic, invariant } from "@passwright/core";
import { type Framework } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { withShownPlaces } from "../config/shown-places.ts";
import { type LoaderHooks } from "../hooks/loader-hooks.ts";
import { findStaleBuild } from "../package/stale-build.ts";
import { type CodeResult, type CodeSource, importFramework } from "../package/import-code.ts";
import { choose } from "./choose.ts";
import { frameworkOfConfig, LazyIr } from "./config-framework.ts";
import { DeclaredFramework } from "./declared-framework.ts";
import * as errors from "./errors.ts";
import { Loading } from "./loading.ts";
import { type Packages, readPackages } from "./read-packages.ts";
import { type LoadResult } from "./session.ts";
import { type SurveyResult } from "./survey.ts";

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
  /**
   * Run nobody's code: plan from manifests and configs that are data. Configs, frameworks and plugins that cannot do
   * without code are refused, and the session makes no manager.
   */
  readonly dataOnly?: boolean;
  /** Called each time before code of a config, framework or plugin runs. What it throws ends the loading and comes through. */
  readonly beforeCode?: () => void;
  /** @internal Modules of packages that are there already: they are taken in place of loading them, and `beforeCode` is not called for them. */
  readonly moduleOf?: CodeSource["moduleOf"];
  /** Told of every step. */
  readonly hooks?: LoaderHooks;
}

/**
 * Loads what a config names, and plans. In this order: the config; the manifests of framework and plugins; the framework's
 * code, if its manifest has no pipeline; contributions that are data; the code of plugins, each with a builder of its own. Whatever is wrong in one step is
 * answered together, and ends the loading there, so that no code runs after a manifest that does not fit.
 *
 * The result does not depend on the order in which plugins are named.
 */
export async function loadSession(options: LoadOptions = {}): Promise<LoadResult> {
  const { loading, packages, config, diagnostics } = await openLoading(options);
  if (loading === undefined) return { diagnostics };
  const result = await loading.load();
  // Told of plans from manifests, too: who tries a change runs it next. Who lets nobody's code run has no use for it.
  const stale = options.dataOnly === true ? [] : staleBuilds(packages);
  return { ...result, diagnostics: withShownPlaces([...stale, ...result.diagnostics], config) };
}

/**
 * Tells what a config names and what that brings. As `loadSession` does, but no plugin is set up, and the code of plugins
 * runs only where their manifests leave their passes out, or `withCode` asks for it.
 */
export async function surveySession(
  options: LoadOptions & { readonly withCode?: boolean } = {},
): Promise<SurveyResult> {
  const { withCode = false, ...rest } = options;
  const { loading, config, diagnostics } = await openLoading(rest, withCode);
  if (loading === undefined) return { diagnostics };
  const result = await loading.survey({ withCode });
  return { ...result, diagnostics: withShownPlaces(result.diagnostics, config) };
}

/** What is loaded next, or why nothing is. */
type Opened =
  | {
      readonly loading: Loading;
      readonly packages: Packages;
      readonly config: CheckedConfig;
      readonly diagnostics: readonly [];
    }
  | {
      readonly loading?: undefined;
      readonly packages?: undefined;
      readonly config?: undefined;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Up to the framework: its code, or its manifest where that is enough and nobody asks `withCode`. */
async function openLoading(options: LoadOptions, withCode = false): Promise<Opened> {
  const { cwd = process.cwd(), without = [], apiVersion, hooks, order, keepDuplicates = false } = options;
  const { dataOnly = false, beforeCode = () => {}, moduleOf = () => undefined } = options;
  const read = await readConfig(options.config, cwd, { dataOnly, beforeCode });
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
  const ir = new LazyIr();
  const declared = withCode ? undefined : declaredFramework(packages);
  const imported =
    declared === undefined
      ? await frameworkOf(config, packages, ir, { dataOnly, beforeCode })
      : { ok: true as const, code: declared.framework };
  if (!imported.ok) return { diagnostics: imported.diagnostics };
  const framework = imported.code;
  const chosen = choose(config, framework, options);
  if (chosen.diagnostics.length > 0) return { diagnostics: chosen.diagnostics };
  const { choice } = chosen;
  const input = {
    config,
    packages,
    framework,
    declared,
    choice,
    hooks,
    order,
    keepDuplicates,
    dataOnly,
    source: { beforeCode, moduleOf },
    ir,
  };
  return { loading: new Loading(input), packages, config, diagnostics: [] };
}

function staleBuilds({ framework, plugins }: Packages): Diagnostic[] {
  const packages = [...(framework === undefined ? [] : [framework]), ...plugins.map((plugin) => plugin.package)];
  return packages.flatMap((found) => findStaleBuild(found) ?? []);
}

/** The framework as its manifest has it, where all that planning looks at stands there. */
function declaredFramework({ framework, used }: Packages): DeclaredFramework | undefined {
  const pipeline = framework?.manifest.pipeline;
  return framework === undefined || pipeline === undefined
    ? undefined
    : new DeclaredFramework(framework, pipeline, used);
}

/** The framework's code, or the framework that the config is itself. */
async function frameworkOf(
  config: CheckedConfig,
  { framework }: Packages,
  ir: LazyIr,
  { dataOnly, beforeCode }: { readonly dataOnly: boolean; readonly beforeCode: () => void },
): Promise<CodeResult<Framework<object>>> {
  if (config.pipeline !== undefined) return { ok: true, code: frameworkOfConfig(config, config.pipeline, ir) };
  invariant(framework !== undefined, "a config without a pipeline has a framework");
  if (dataOnly) return { ok: false, diagnostics: [errors.frameworkNeedsCode(framework.name, framework.named.at)] };
  beforeCode();
  return importFramework(framework);
}
