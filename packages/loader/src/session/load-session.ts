import type { Diagnostic } from "@passwright/core";
import { assembleInput, Assembly, checkNeedsOf, passesOf, pipelinesOf, surveyInput } from "@passwright/sdk/loading";
import type { AssemblyInput, FrameworkPart, PluginPart, StrictData } from "@passwright/sdk/loading";
import type { CodeSource } from "../code/import-code.ts";
import { LoadedCode } from "../code/loaded-code.ts";
import { findStaleBuild } from "../code/stale-build.ts";
import type { CheckedConfig } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { withShownPlaces } from "../config/shown-places.ts";
import type { DeclaredPipeline } from "../manifest/schema.ts";
import type { PluginPackage } from "../package/read-package.ts";
import * as errors from "../errors.ts";
import {
  frameworkOfCode,
  frameworkOfConfig,
  frameworkOfManifest,
  hostOf,
  needsCodeForPipeline,
  needsCodeToPlan,
  partOfCode,
  partOfManifest,
} from "./parts.ts";
import { checkPeers, readPackages } from "./read-packages.ts";
import type { NamedPlugin, Packages } from "./read-packages.ts";
import { Session } from "./session.ts";
import type { LoadResult } from "./session.ts";
import { optionsOf } from "./survey.ts";
import type { SurveyResult } from "./survey.ts";

/** What to load. */
export interface LoadOptions {
  /** A config file, or a folder that holds one. Without it the config is searched from `cwd` on. */
  readonly config?: string | undefined;
  /** Plugins to leave out, by package name or as the config names them. */
  readonly without?: readonly string[];
  /** The folder that `config` is relative to; the process's own by default. */
  readonly cwd?: string;
  /** In place of the target and level of the config. */
  readonly target?: string | undefined;
  readonly level?: string | undefined;
  /** The version of the plugin API to check manifests against; the real one by default. */
  readonly apiVersion?: string;
  /** Names of plugins in the order in which to load them, to see that it makes no difference; alphabetical without it. */
  readonly order?: readonly string[];
  /** What is an error besides what the config says. */
  readonly strict?: readonly StrictData[] | undefined;
  /** Keep duplicate cleanups. */
  readonly keepDuplicates?: boolean;
  /**
   * Plan from manifests and configs that are data, without running code. Configs, frameworks and plugins that need code are
   * refused, and the session makes no manager.
   */
  readonly dataOnly?: boolean;
  /** Called each time before code of a config, framework or plugin runs. Its exceptions end the loading. */
  readonly beforeCode?: (() => void) | undefined;
  /** @internal Modules of packages that are loaded already: they are taken in place of importing, without `beforeCode`. */
  readonly moduleOf?: CodeSource["moduleOf"] | undefined;
  /** Called with the config before anything else is read: it names the files that the session depends on. */
  readonly onConfig?: ((config: CheckedConfig) => void) | undefined;
}

/** What a config names: read and checked, with the code that was loaded so far. */
interface Opened {
  readonly config: CheckedConfig;
  readonly packages: Packages;
  readonly code: LoadedCode;
  readonly options: LoadOptions;
}

/**
 * Loads what a config names, and plans. Frameworks and plugins whose manifests declare everything that planning needs are
 * planned with from these; the code of the others is imported. The problems of one step are reported together and end the
 * loading, so that no code runs after a manifest that does not fit.
 *
 * The result does not depend on the order of the plugins.
 */
export async function loadSession(options: LoadOptions = {}): Promise<LoadResult> {
  const { opened, diagnostics } = await open(options);
  if (opened === undefined) return { diagnostics };
  const { config, packages } = opened;
  const result = await planOf(opened);
  // A plan from manifests needs no build, but whoever tries a change runs it next.
  const stale = options.dataOnly === true ? [] : staleBuilds(packages);
  const remarks = packages.absent.map(({ text, at }) => errors.optionalPluginMissing(text, at));
  return { ...result, diagnostics: [...withShownPlaces([...stale, ...remarks], config), ...result.diagnostics] };
}

/**
 * Lists what a config names and what that provides. No plugin is set up, and the code of plugins runs only if their manifests
 * do not declare their passes, or `withCode` asks for it.
 */
export async function surveySession(
  options: LoadOptions & { readonly withCode?: boolean } = {},
): Promise<SurveyResult> {
  const { withCode = false, ...rest } = options;
  const { opened, diagnostics } = await open(rest);
  if (opened === undefined) return { diagnostics };
  const { config, packages, code } = opened;
  const shown = (found: readonly Diagnostic[]): SurveyResult => ({ diagnostics: withShownPlaces(found, config) });
  const problems = await loadForPlan(opened, ({ package: { manifest } }) => withCode || manifest.passes === undefined, {
    withFramework: withCode,
  });
  if (problems.length > 0) return shown(problems);
  const { input, diagnostics: wrong } = inputOf(opened);
  if (wrong.length > 0) return shown(wrong);
  const { work, plan, diagnostics: found } = surveyInput(input);
  if (found.length > 0) return { diagnostics: found };
  const base = { work, ...(plan === undefined ? {} : { plan }) };
  const plugins = packages.plugins.map((plugin) => plugin.package);
  const ran = packages.plugins.filter((plugin) => code.get(plugin) !== undefined).map((plugin) => plugin.package);
  const pluginOptions = new Map(packages.plugins.map((one) => [one.package, optionsOf(one.package, code.get(one))]));
  return { survey: { config, ...base, plugins, ran: new Set(ran), pluginOptions }, diagnostics: [] };
}

/** Reads the config and the manifests. */
async function open(
  options: LoadOptions,
): Promise<{ readonly opened?: Opened; readonly diagnostics: readonly Diagnostic[] }> {
  const { cwd = process.cwd(), without = [], apiVersion, onConfig, order, dataOnly = false } = options;
  const { beforeCode = () => {}, moduleOf = () => undefined } = options;
  const read = await readConfig(options.config, cwd, { dataOnly, beforeCode });
  if (!read.ok) return { diagnostics: read.diagnostics };
  const { config } = read;
  onConfig?.(config);
  const api = apiVersion === undefined ? {} : { apiVersion };
  const { packages: found, diagnostics } = await readPackages(config, { cwd, without, ...api });
  if (found === undefined) return { diagnostics };
  const unfit = await checkPeers(found);
  if (unfit.length > 0) return { diagnostics: withShownPlaces(unfit, config) };
  const packages = inOrder(found, order);
  const code = new LoadedCode(packages, { beforeCode, moduleOf });
  return { opened: { config, packages, code, options }, diagnostics: [] };
}

/** Plans from manifests as far as they go. */
async function planOf(opened: Opened): Promise<LoadResult> {
  const { config, packages, code, options } = opened;
  const { dataOnly = false } = options;
  const refused = dataOnly ? refuseCode(opened) : [];
  const shown = (diagnostics: readonly Diagnostic[]): LoadResult => ({
    diagnostics: withShownPlaces(diagnostics, config),
  });
  if (refused.length > 0) return shown(refused);
  const isWanted = (plugin: NamedPlugin): boolean =>
    !dataOnly && (needsCodeToPlan(plugin) || (config.pipeline !== undefined && needsCodeForPipeline(plugin, config)));
  const problems = await loadForPlan(opened, isWanted, { withFramework: false });
  if (problems.length > 0) return shown(problems);
  let assembly = assemblyOf(opened);
  if (!dataOnly && isPartlyLoaded(opened) && namesUnknown(assembly)) {
    // It may be a named pipeline, which only code has. Without the code, the name is what is wrong.
    const found = [...(await code.loadPlugins(() => true)), ...(await loadManifestFramework(opened))];
    if (found.length === 0) assembly = assemblyOf(opened);
  }
  // Two packages that declare a pass alike may mean the same one: then their code is the same, too.
  const doubtful = new Set(assembly.work.catalogue.doubtful.map(({ name }) => name));
  const isDoubtful = (plugin: NamedPlugin): boolean => doubtful.has(plugin.package.name);
  if (
    !dataOnly &&
    assembly.isResolved &&
    packages.plugins.some((plugin) => isDoubtful(plugin) && code.get(plugin) === undefined)
  ) {
    const found = await code.loadPlugins(isDoubtful);
    if (found.length > 0) return shown(found);
    assembly = assemblyOf(opened);
  }
  if (!assembly.isResolved) return { diagnostics: assembly.diagnostics };
  const session = new Session({
    config,
    packages,
    code,
    assembly,
    assembleFromCode: () => assemblyOf(opened),
    options,
  });
  if (dataOnly || !assembly.needsIr) return { session, diagnostics: assembly.diagnostics };
  // Other problems with the code are reported when it is to run.
  const wrong = await session.findBadSteps();
  return wrong.length > 0
    ? { diagnostics: [...assembly.diagnostics, ...wrong] }
    : { session, diagnostics: [...assembly.diagnostics, ...session.lateWarnings] };
}

/** Imports the code that a plan needs: of the framework, unless its manifest has the pipeline, and of wanted plugins. */
async function loadForPlan(
  opened: Opened,
  isWanted: (plugin: NamedPlugin) => boolean,
  { withFramework }: { readonly withFramework: boolean },
): Promise<readonly Diagnostic[]> {
  const { config, packages, code, options } = opened;
  const { framework } = packages;
  const needsFramework = framework !== undefined && (withFramework || needsFrameworkCode(framework));
  if (needsFramework && options.dataOnly === true)
    return [errors.frameworkNeedsCode(framework.name, framework.named.at)];
  const loadFramework = (): Promise<readonly Diagnostic[]> =>
    needsFramework ? code.loadFramework() : Promise.resolve([]);
  const loadPlugins = (): Promise<readonly Diagnostic[]> =>
    options.dataOnly === true ? Promise.resolve([]) : code.loadPlugins(isWanted);
  // Needs are checked before the code of the plugins that have them runs.
  const checkNeeds = (): Promise<readonly Diagnostic[]> => {
    const isNeedy = (plugin: NamedPlugin): boolean => isWanted(plugin) && needsOf(plugin) > 0;
    return Promise.resolve(packages.plugins.some(isNeedy) ? checkNeedsOf(inputOf(opened).input) : []);
  };
  const steps = config.pipeline === undefined ? [loadFramework, checkNeeds, loadPlugins] : [checkNeeds, loadPlugins];
  for (const step of steps) {
    const diagnostics = await step();
    if (diagnostics.length > 0) return diagnostics;
  }
  return [];
}

/** Whether manifests stand for code of plugins or of the framework. */
function isPartlyLoaded({ packages: { plugins, framework }, config, code }: Opened): boolean {
  const needsFramework = framework !== undefined && config.pipeline === undefined;
  return (needsFramework && code.framework === undefined) || plugins.some((one) => code.get(one) === undefined);
}

/** Imports the code of a framework that was planned from its manifest. */
function loadManifestFramework({ packages, code, config }: Opened): Promise<readonly Diagnostic[]> {
  const isThere = packages.framework === undefined || config.pipeline !== undefined || code.framework !== undefined;
  return isThere ? Promise.resolve([]) : code.loadFramework();
}

function needsOf({ package: { manifest } }: NamedPlugin): number {
  return manifest.needs.extensionPoints.length + manifest.needs.passTypes.length;
}

function assemblyOf(opened: Opened): Assembly {
  const { input, diagnostics } = inputOf(opened);
  return new Assembly(assembleInput(input, diagnostics));
}

/** The input of an assembly, from the code that is loaded and else from manifests. */
function inputOf({ config, packages, code, options }: Opened): {
  readonly input: AssemblyInput;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { target, level, strict = [], keepDuplicates = false } = options;
  const diagnostics: Diagnostic[] = [];
  const plugins = packages.plugins.map((plugin): PluginPart => {
    const own = code.get(plugin);
    if (own === undefined) return partOfManifest(plugin);
    const { part, diagnostics: wrong } = partOfCode(plugin, own);
    diagnostics.push(...wrong);
    return part;
  });
  const input = {
    framework: frameworkPart(config, packages, code),
    plugins,
    pluginNames: packages.names,
    owner: strict.length === 0 ? config : { ...config, strict: [...config.strict, ...strict] },
    ownPasses: [],
    asked: { ...(target === undefined ? {} : { target }), ...(level === undefined ? {} : { level }) },
    taps: {},
    instrumentations: [],
    keepDuplicates,
    host: hostOf(config),
  };
  return { input, diagnostics };
}

function frameworkPart(config: CheckedConfig, packages: Packages, code: LoadedCode): FrameworkPart {
  if (config.pipeline !== undefined) return frameworkOfConfig(config, config.pipeline, code, packages.ir);
  const found = packages.framework as PluginPackage;
  if (code.framework !== undefined) return frameworkOfCode(found, code.framework);
  return frameworkOfManifest(found, found.manifest.pipeline as DeclaredPipeline);
}

/** Whether a plan needs the code of a framework: its manifest does not have the pipeline. */
function needsFrameworkCode({ manifest: { pipeline } }: PluginPackage): boolean {
  return pipeline === undefined || pipeline.dynamic === true;
}

function refuseCode({ packages: { plugins } }: Opened): readonly Diagnostic[] {
  return plugins.filter(needsCodeToPlan).map(({ package: { name, named, manifest } }) => {
    const reason = manifest.passes === undefined ? "its manifest does not declare its passes" : "it has a setup";
    return errors.pluginNeedsCode(name, reason, named.at);
  });
}

function staleBuilds({ framework, plugins }: Packages): Diagnostic[] {
  const packages = [...(framework === undefined ? [] : [framework]), ...plugins.map((plugin) => plugin.package)];
  return packages.flatMap((found) => findStaleBuild(found) ?? []);
}

/** The same packages with the plugins in another order. */
function inOrder(packages: Packages, order: readonly string[] | undefined): Packages {
  if (order === undefined) return packages;
  const place = ({ package: { name } }: NamedPlugin): number => order.indexOf(name);
  return { ...packages, plugins: [...packages.plugins].sort((left, right) => place(left) - place(right)) };
}

/** Whether data names a pass that is not declared. */
function namesUnknown({ input: { owner, plugins }, work: { catalogue } }: Assembly): boolean {
  const inBundles = [...owner.bundles.values()].flatMap(({ passes }) => passes.map(({ data }) => data.pass));
  const inserted = [
    ...owner.insertions.flatMap(({ data }) => ("pass" in data ? [data.pass] : [])),
    ...plugins.flatMap(({ data }) => data.insertions.flatMap((one) => ("pass" in one.data ? [one.data.pass] : []))),
  ];
  const inPipelines = pipelinesOf(owner).flatMap((pipeline) => passesOf(pipeline).map(({ pass }) => pass));
  const isUnknown = (name: string): boolean =>
    catalogue.find(name) === undefined && catalogue.findPipeline(name) === undefined;
  return [...inBundles, ...inserted, ...inPipelines].some(isUnknown);
}
