import { UsageError } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import type { ExtensionPoint, Framework, Plugin } from "@passwright/sdk";
import {
  dataPipelines,
  openGraph,
  openHook,
  optionSpecs,
  passesOf,
  pipelinesOf,
  readPluginContributions,
  watchBuiltIns,
} from "@passwright/sdk/loading";
import type { DeclaredPass, FrameworkData, FrameworkPart, Host, PluginPart } from "@passwright/sdk/loading";
import { makeSourceOf, placeOfThrown } from "../code/thrown-place.ts";
import type { CheckedConfig } from "../config/config.ts";
import { withShownPlaces } from "../config/shown-places.ts";
import { MANIFEST_NAME } from "../manifest/schema.ts";
import type { CheckedManifest, DeclaredPipeline } from "../manifest/schema.ts";
import { irNotLoaded } from "../errors/index.ts";
import { findPackageWithPass } from "../package/find-package.ts";
import type { PluginPackage } from "../package/read-package.ts";
import type { NamedPlugin } from "./read-packages.ts";

function declaredPasses({ passes = [], passOptions }: CheckedManifest): DeclaredPass[] {
  return passes.map((declaration) => {
    const options = passOptions.get(declaration.name);
    return options === undefined ? declaration : { ...declaration, options: optionSpecs(options) };
  });
}

export function frameworkOfCode(found: PluginPackage, framework: Framework<object>): FrameworkPart {
  return { framework, contributor: found, data: undefined, hasIr: true, ir: undefined };
}

export function frameworkOfManifest(found: PluginPackage, declared: DeclaredPipeline): FrameworkPart {
  const { steps, graph, dynamic: _dynamic, bundles = new Map(), rules = [], guards = [], ...facts } = declared;
  const data: FrameworkData = {
    pipeline: steps && { data: { steps }, file: MANIFEST_NAME },
    graph,
    bundles,
    rules,
    guards,
  };
  const points = [...(found.manifest.extensionPoints ?? [])].map(([point, { doc = "", ...settings }]) => [
    point,
    { doc, ...settings } satisfies ExtensionPoint,
  ]);
  const framework = {
    ...facts,
    hooks: Object.fromEntries(
      Object.entries(facts.hooks ?? {}).map(([hook, one]) => [hook, { ...one, open: openHook }]),
    ),
    extensionPoints: Object.fromEntries(points) as { [name: string]: ExtensionPoint },
    passes: declaredPasses(found.manifest),
    get ir(): IrAdapter<object> {
      throw new UsageError(irNotLoaded());
    },
  };
  return { framework, contributor: found, at: found.at, data, hasIr: false, ir: undefined };
}

/** Returns whether planning needs the code: for `setup`, or for passes or options that the manifest omits. */
export function needsCodeToPlan({ package: { manifest }, options }: NamedPlugin): boolean {
  const hasUnknownOptions = manifest.options === undefined && Object.keys(options).length > 0;
  return manifest.setup || manifest.passes === undefined || hasUnknownOptions;
}

/** Returns whether the pipeline of a config uses passes or textual options that only the code of a plugin declares. */
export function needsCodeForPipeline({ package: { manifest } }: NamedPlugin, config: CheckedConfig): boolean {
  if (manifest.passes === undefined) return true;
  const withOptions = pipelinesOf(config)
    .flatMap(passesOf)
    .filter(({ optionsText }) => (optionsText ?? "") !== "");
  const unknown = withOptions.filter(({ pass }) => !manifest.passOptions.has(pass));
  return unknown.some(({ pass }) => manifest.passes?.some(({ name }) => name === pass));
}

export function partOfManifest(named: NamedPlugin): PluginPart {
  const { package: found } = named;
  const { manifest } = found;
  const { name, needs, taps, options, insertions, rules, bundles } = manifest;
  return {
    ...shared(named),
    plugin: {
      ...(name !== undefined && { name }),
      ...(manifest.passes === undefined ? {} : { passes: declaredPasses(manifest) }),
      needs,
      taps,
      ...(options === undefined ? {} : { options: optionSpecs(options) }),
    },
    isCode: false,
    data: { insert: insertions, rules, bundles },
  };
}

export function partOfCode(
  named: NamedPlugin,
  code: Plugin,
): { readonly part: PluginPart; readonly diagnostics: readonly Diagnostic[] } {
  const { name } = named.package;
  const { contributions, passes, diagnostics } = readPluginContributions(code, name);
  const plugin = { ...code, passes };
  return { part: { ...shared(named), plugin, isCode: true, data: contributions }, diagnostics };
}

function shared({
  package: found,
  options,
  optionPlaces,
}: NamedPlugin): Pick<PluginPart, "contributor" | "options" | "optionPlaces" | "at"> {
  return { contributor: found, options, ...(optionPlaces === undefined ? {} : { optionPlaces }), at: found.at };
}

const folderOf = (contributor: unknown): string => (contributor as PluginPackage).folder;

/** Functions that the loader passes to `assemble` for all packages, independent of a config. */
export const packageHost: Host = {
  openGraph,
  dataPipelines,
  watchBuiltIns,
  sourceOf: (contributor) => makeSourceOf(folderOf(contributor)),
  placeOfThrown: (thrown, contributor, isDirect) => placeOfThrown(thrown, folderOf(contributor), isDirect),
};

/** Returns the host for a config. `absent` are the optional plugins that are not installed. */
export function hostOf(config: CheckedConfig, absent: readonly NamedPlugin[]): Host {
  return {
    ...packageHost,
    absentPlugins: absent.map((plugin) => plugin.package.name),
    packageWith: (pass, irs) => findPackageWithPass(pass, config.path, irs),
    showPlaces: (diagnostics) => withShownPlaces(diagnostics, config),
  };
}
