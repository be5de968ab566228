import { hasErrors, parseAnchor } from "@passwright/core";
import type { Diagnostic, JsonSchema, OptionSpecs } from "@passwright/core";
import { managersOf } from "@passwright/builder";
import type { Plan, PlanStep } from "@passwright/builder";
import { allPipelines } from "@passwright/graph";
import type { DefinedPlugin, Plugin } from "@passwright/sdk";
import { checkNeedsOf, passesOf, pipelinesOf, surveyInput } from "@passwright/sdk/loading";
import type { Assembly, Work } from "@passwright/sdk/loading";
import { importPlugin } from "../code/import-code.ts";
import { LoadedCode } from "../code/loaded-code.ts";
import type { CheckedConfig, NamedInConfig } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { withShownPlaces } from "../config/shown-places.ts";
import * as errors from "../errors/index.ts";
import { readPackage } from "../package/read-package.ts";
import type { PluginPackage } from "../package/read-package.ts";
import { assemblyOf, inputOf } from "./assembly-input.ts";
import type { LoadOptions, Opened } from "./assembly-input.ts";
import { needsCodeForPipeline, needsCodeToPlan } from "./parts.ts";
import { checkPeers, DEFAULT_IR, readPackages } from "./read-packages.ts";
import type { NamedPlugin, Packages } from "./read-packages.ts";
import { Session } from "./session.ts";
import type { LoadResult } from "./session.ts";

/** Everything that the framework and plugins of a config provide. */
export interface Survey {
  /** Config, after all checks that do not need code. */
  readonly config: CheckedConfig;
  /** Framework, target and level, and all passes. */
  readonly work: Work;
  /** Base pipeline. Absent if the framework has a graph, or if an override names a step of a plugin. */
  readonly plan?: Plan;
  /** Plugins in alphabetical order. */
  readonly plugins: readonly PluginPackage[];
  /** Plugins whose code ran. */
  readonly ran: ReadonlySet<PluginPackage>;
  /** Options of each plugin: from the plugin's code if this code ran, and otherwise from the manifest. */
  readonly pluginOptions: ReadonlyMap<PluginPackage, { readonly [name: string]: JsonSchema }>;
}

/** Survey, or diagnostics with an error. */
export interface SurveyResult {
  /** Everything that the framework and plugins provide. */
  readonly survey?: Survey;
  /** Errors, warnings and remarks. `survey` is not set if there is an error. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads a config with its framework and plugins, and makes the plan. Imports only the code of packages whose manifests
 * do not declare everything that planning needs. Reports all errors of a loading stage together, and does not start
 * another stage after errors. Manifests are checked in an earlier stage than code, so no code runs if a manifest is
 * invalid. The order of plugins does not affect the result.
 */
export async function loadSession(options: LoadOptions = {}): Promise<LoadResult> {
  const { opened, diagnostics } = await open(options);
  if (opened === undefined) return { diagnostics };
  const { config, packages } = opened;
  const result = await planOf(opened);
  const remarks = packages.absent.map((one) => errors.optionalPluginMissing(one.package.name, one.package.at));
  return { ...result, diagnostics: [...withShownPlaces(remarks, config), ...result.diagnostics] };
}

/**
 * Returns everything that the framework and plugins of a config provide, without calling `setup`. Runs the code of
 * plugins only if their manifests do not declare their passes, or if `withCode` is set.
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
  if (hasErrors(wrong)) return shown(wrong);
  const { work, plan, diagnostics: found } = surveyInput(input);
  if (found.length > 0) return { diagnostics: found };
  const base = { work, ...(plan === undefined ? {} : { plan }) };
  const plugins = packages.plugins.map((plugin) => plugin.package);
  const ran = packages.plugins.filter((plugin) => code.get(plugin) !== undefined).map((plugin) => plugin.package);
  const pluginOptions = new Map(packages.plugins.map((one) => [one.package, optionsOf(one.package, code.get(one))]));
  return { survey: { config, ...base, plugins, ran: new Set(ran), pluginOptions }, diagnostics: [] };
}

async function open(
  options: LoadOptions,
): Promise<{ readonly opened?: Opened; readonly diagnostics: readonly Diagnostic[] }> {
  const { cwd = process.cwd(), without = [], onConfig, order, dataOnly = false } = options;
  const { beforeCode = () => {}, moduleOf = () => undefined } = options;
  const read = await readConfig(options.config, cwd, { dataOnly, beforeCode });
  if (!read.ok) return { diagnostics: read.diagnostics };
  const { config } = read;
  onConfig?.(config);
  const { packages: found, diagnostics } = await readPackages(config, { cwd, without });
  if (found === undefined) return { diagnostics };
  const unfit = await checkPeers(found, cwd);
  if (unfit.length > 0) return { diagnostics: withShownPlaces(unfit, config) };
  const packages = inOrder(found, order);
  const code = new LoadedCode(packages, { beforeCode, moduleOf });
  return { opened: { config, packages, code, options }, diagnostics: [] };
}

/** Makes the plan from the manifests. If a manifest does not contain everything that planning needs, also uses code. */
async function planOf(opened: Opened): Promise<LoadResult> {
  const { config, packages, code, options } = opened;
  const { dataOnly = false } = options;
  // `nesting` of an IR determines the managers around passes. The default IR does not need to be loaded, because its
  // passes run only on direct children.
  const ownIr = config.pipeline === undefined || config.ir?.text === DEFAULT_IR ? undefined : config.ir;
  const refused = dataOnly ? refuseCode(opened) : [];
  const shown = (diagnostics: readonly Diagnostic[]): LoadResult => ({
    diagnostics: withShownPlaces(diagnostics, config),
  });
  if (refused.length > 0) return shown(refused);
  const isWanted = (plugin: NamedPlugin): boolean =>
    !dataOnly && (needsCodeToPlan(plugin) || (config.pipeline !== undefined && needsCodeForPipeline(plugin, config)));
  const unloaded = ownIr !== undefined && !dataOnly ? await code.loadIr() : [];
  const problems = unloaded.length > 0 ? unloaded : await loadForPlan(opened, isWanted, { withFramework: false });
  if (problems.length > 0) return shown(problems);
  let assembly = assemblyOf(opened);
  if (!dataOnly && !code.isComplete && namesUnknown(assembly)) {
    // The unknown name might be the name of a pipeline. Manifests do not contain names of pipelines, so loads all code.
    const found = [...(await code.loadPlugins(() => true)), ...(await code.loadFramework())];
    if (found.length > 0) return { diagnostics: [...withShownPlaces(found, config), ...assembly.diagnostics] };
    assembly = assemblyOf(opened);
  }
  // If two packages declare a pass in the same way, only their code shows whether they declare the same pass.
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
  if (!assembly.isResolved)
    return { diagnostics: dataOnly ? assembly.diagnostics.map(errors.inDataOnlyMode) : assembly.diagnostics };
  const hasNests = assembly.plan?.steps.some(({ nests }) => nests.length > 0) === true;
  if (dataOnly && ownIr !== undefined && hasNests) return shown([errors.irNeedsCode(ownIr)]);
  const session = new Session(opened, assembly);
  if (dataOnly || !needsIr(assembly, config)) return { session, diagnostics: assembly.diagnostics };
  // Reports only errors in steps now. Other problems with the code are reported when a run loads the code.
  const wrong = await session.findBadSteps();
  const diagnostics = [...assembly.diagnostics, ...wrong, ...session.lateWarnings];
  return wrong.length > 0 ? { diagnostics } : { session, diagnostics };
}

/** Imports the code of `isWanted` plugins and, if its manifest does not contain the pipeline, of the framework. */
async function loadForPlan(
  opened: Opened,
  isWanted: (plugin: NamedPlugin) => boolean,
  { withFramework }: { readonly withFramework: boolean },
): Promise<readonly Diagnostic[]> {
  const { packages, code, options } = opened;
  const { framework } = packages;
  const { pipeline } = framework?.manifest ?? {};
  const isInManifest = pipeline !== undefined && pipeline.dynamic !== true;
  const needsFramework = framework !== undefined && (withFramework || !isInManifest);
  if (needsFramework && options.dataOnly === true)
    return [errors.frameworkNeedsCode(framework.name, framework.named.at)];
  const wrong = needsFramework ? await code.loadFramework() : [];
  if (wrong.length > 0) return wrong;
  // Checks the requirements of a plugin before the plugin's code runs.
  const isNeedy = (plugin: NamedPlugin): boolean => {
    const { extensionPoints, passTypes } = plugin.package.manifest.needs;
    return isWanted(plugin) && extensionPoints.length + passTypes.length > 0;
  };
  const unmet = packages.plugins.some(isNeedy) ? checkNeedsOf(inputOf(opened).input) : [];
  return unmet.length > 0 || options.dataOnly === true ? unmet : code.loadPlugins(isWanted);
}

function refuseCode({ packages: { plugins } }: Opened): readonly Diagnostic[] {
  return plugins.filter(needsCodeToPlan).map(({ package: { name, named, manifest } }) => {
    const reason =
      manifest.passes === undefined
        ? "its manifest does not declare its passes"
        : manifest.setup
          ? "it has a setup, or options with functions"
          : "the config sets options, which the manifest does not declare";
    return errors.pluginNeedsCode(name, reason, named.at);
  });
}

/** Returns the packages with their plugins in the order of the names in `order`, or unchanged if `order` is not set. */
function inOrder(packages: Packages, order: readonly string[] | undefined): Packages {
  if (order === undefined) return packages;
  const place = ({ package: { name } }: NamedPlugin): number => order.indexOf(name);
  return { ...packages, plugins: [...packages.plugins].sort((left, right) => place(left) - place(right)) };
}

/** Returns whether the config or a manifest names a pass that is not declared. */
function namesUnknown({ input: { owner, plugins }, work: { catalogue } }: Assembly): boolean {
  const inBundles = [...owner.bundles.values()].flatMap(({ passes }) => passes.map(({ data }) => data.pass));
  const inserted = [
    ...owner.insert.flatMap(({ data }) => ("pass" in data ? [data.pass] : [])),
    ...plugins.flatMap(({ data }) => data.insert.flatMap((one) => ("pass" in one.data ? [one.data.pass] : []))),
  ];
  const inPipelines = pipelinesOf(owner).flatMap((pipeline) => passesOf(pipeline).map(({ pass }) => pass));
  const isUnknown = (name: string): boolean =>
    catalogue.find(name) === undefined && catalogue.findPipeline(name) === undefined;
  return [...inBundles, ...inserted, ...inPipelines].some(isUnknown);
}

/** Operations that always exist in the default IR. */
const DEFAULT_ANCHORS: readonly string[] = ["builtin.module", "func.func"];

/**
 * Returns whether the IR must be loaded to check some steps. A step needs the IR if its pass requires an interface or
 * trait of its operation, or if a manager around the step runs on an operation that might not exist. Steps of the
 * framework do not need the check. A step of another contributor does not need the check if a framework step has the
 * same requirements and runs on the same operations.
 */
function needsIr({ input, work, plan, graph }: Assembly, { pipeline, ir }: CheckedConfig): boolean {
  if (input.framework.hasIr) return false;
  const plans = [plan ?? [], graph === undefined ? [] : allPipelines(graph.plan).map((one) => one.plan ?? [])].flat(2);
  const known = pipeline === undefined ? undefined : ir === undefined ? DEFAULT_ANCHORS : [];
  return plans.some((one) => hasUnknown(one, work.catalogue, known));
}

/** Returns whether a step needs the IR. `known` are operations that exist, by default those of framework steps. */
function hasUnknown(
  { anchor, steps }: Plan,
  catalogue: Assembly["work"]["catalogue"],
  known: readonly string[] | undefined,
): boolean {
  const anchorsOf = ({ nests }: PlanStep): string[] =>
    [anchor, ...managersOf(nests).map((nest) => nest.anchor)].map((text) => parseAnchor(text).anchor);
  const needOf = (step: PlanStep): string | undefined => {
    const { interface: name, trait } = catalogue.find(step.pass)?.declaration ?? {};
    const on = anchorsOf(step).at(-1);
    return (name ?? trait) === undefined || on === "any" ? undefined : JSON.stringify([on, name, trait]);
  };
  const passes = steps.filter(({ kind }) => kind === "pass");
  const trusted = known === undefined ? passes.filter(({ origin }) => origin.kind === "framework") : [];
  const needs = new Set([undefined, ...trusted.map(needOf)]);
  const anchors = new Set(["any", ...(known ?? [anchor]), ...trusted.flatMap(anchorsOf)]);
  return passes.some((step) => !needs.has(needOf(step)) || anchorsOf(step).some((one) => !anchors.has(one)));
}

function optionsOf({ manifest }: PluginPackage, code: Plugin | undefined): { readonly [name: string]: JsonSchema } {
  if (code?.options === undefined) return { ...manifest.options } as { readonly [name: string]: JsonSchema };
  return Object.fromEntries(Object.entries(code.options as OptionSpecs).map(([name, spec]) => [name, spec.schema()]));
}

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
