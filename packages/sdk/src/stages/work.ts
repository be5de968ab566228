import { lookupIn, PassCatalogue, PassManagerBuilder, specsOf } from "@passwright/builder";
import type { BuilderOptions, Choice } from "@passwright/builder";
import { invariant, readPipelinesWith } from "@passwright/core";
import type { Diagnostic, Owner } from "@passwright/core";
import { HookSet } from "../hooks/hook-set.ts";
import type { AssemblyGraph, OpenGraph } from "./assembly-graph.ts";
import { bundlesOf, findBundle } from "./bundles.ts";
import type { Bundles } from "./bundles.ts";
import type { Known } from "./check-passes.ts";
import type { DataPipeline, OwnerContributions } from "../contributions/checked.ts";
import type { AssemblyInput, FrameworkPart, Requested } from "./input.ts";
import { withOrigin } from "./insertions.ts";
import type { PipelineToBuild } from "./pipeline-content.ts";
import type { Located } from "../data/shape.ts";
import type { Framework } from "../define/define-framework.ts";
import * as errors from "./errors.ts";

/** Data that the stages of an assembly share, including the builders that collect the contributions. */
export interface Work {
  /** Framework, plugins and contributions of the assembly. */
  readonly input: AssemblyInput;
  /** Owner of the framework's passes in the catalogue. */
  readonly owner: Owner;
  /** Target, level and options that the user chose. */
  readonly choice: Choice;
  /** Passes of the framework and the plugins, by name. */
  readonly catalogue: PassCatalogue;
  /** Hooks that the framework declares. */
  readonly hooks: HookSet;
  /** Hooks for the stages of loading and running. */
  readonly sessionHooks: HookSet;
  /** Builder that gathers the contributions. */
  readonly builder: PassManagerBuilder;
  /** Graph of the assembly. Present if there are several pipelines. */
  readonly graph: AssemblyGraph | undefined;
  /** Pipeline of the assembly as data. Absent if the pipeline is code. */
  readonly pipeline: PipelineToBuild | undefined;
  /** Bundles that can be inserted by name. */
  readonly bundles: Bundles;
}

export function openWork(input: AssemblyInput): { readonly work: Work; readonly diagnostics: readonly Diagnostic[] } {
  const { framework, contributor, data: frameworkData } = input.framework;
  const { owner: config, host } = input;
  const { choice, diagnostics } = choose(config, framework, input.requested);
  const { version } = contributor ?? {};
  const owner = { name: framework.name, ...(version === undefined ? {} : { version }) };
  const catalogue = new PassCatalogue();
  for (const group of framework.groups ?? []) catalogue.addGroup(group, owner);
  const bundles = bundlesOf(input);
  const pipeline =
    config.pipeline !== undefined
      ? makePipeline({ catalogue, input }, config.pipeline, bundles)
      : frameworkData?.pipeline && makePipeline({ catalogue, input }, frameworkData.pipeline, frameworkData.bundles);
  const sourceOf =
    pipeline === undefined
      ? contributor && host.sourceOf?.(contributor)
      : { atHand: (): PipelineToBuild["source"] => pipeline.source };
  const options: BuilderOptions<object> = {
    framework: owner,
    catalogue,
    ...(sourceOf === undefined ? {} : { sourceOf }),
    choice,
    nesting: framework.nesting ?? "direct",
    ir: () => (input.framework.hasIr ? framework.ir : undefined),
    properties: { ...framework.properties, ...config.properties },
    cleanups: [...new Set([...(framework.cleanups ?? []), ...config.cleanups.map(({ text }) => text)])],
    overrides: config.overrides.map(withOrigin),
    retyped: config.retype.map(withOrigin),
    bundles: (name, contributor) => findBundle(bundles, name, contributor),
    extensionPoints: framework.extensionPoints ?? {},
    mustBeDeclared: true,
    externalPasses: framework.externalPasses ?? [],
    passTypes: [...Object.keys(framework.passTypes ?? {}), ...Object.keys(config.passTypes)],
  };
  const hasGraphData = (frameworkData?.graph ?? config.graph) !== undefined;
  const openGraph = framework.openGraph ?? (hasGraphData ? host.openGraph : undefined);
  const work = {
    input,
    owner,
    choice,
    catalogue,
    hooks: new HookSet(framework.name, framework.hooks ?? {}),
    sessionHooks: new HookSet("passwright", {}),
    builder: new PassManagerBuilder(framework.anchor, options),
    graph: (openGraph as OpenGraph | undefined)?.(framework, options),
    pipeline,
    bundles,
  };
  return { work, diagnostics };
}

export function makePipeline(
  { catalogue, input }: Pick<Work, "catalogue" | "input">,
  data: DataPipeline,
  bundles: Bundles,
): PipelineToBuild {
  const { dataPipelines } = input.host;
  invariant(dataPipelines !== undefined, "only a host can read pipelines from data");
  return dataPipelines.open(data, bundles, (name) => {
    const named = catalogue.findPipeline(name);
    return named === undefined ? specsOf(catalogue.find(name)) : (named.pipeline.options ?? {});
  });
}

/** Returns the builders that accept contributions: the main builder, and the builders of pipelines in a graph. */
export function buildersOf({ builder, graph }: Work): readonly PassManagerBuilder[] {
  return [...new Set([builder, ...(graph?.builders ?? [])])];
}

/** Returns whether contributions can omit the pipeline: there is only one, or the graph has a default pipeline. */
export function hasMainPipeline({ builder, graph }: Work): boolean {
  return graph === undefined || graph.builders.includes(builder);
}

export function knownPasses({ input: { framework, plugins, host }, owner, catalogue, bundles }: Work): Known {
  return {
    catalogue,
    bundles,
    read: readPipelinesWith(
      lookupIn(catalogue, { mustBeDeclared: true, externalPasses: framework.framework.externalPasses ?? [] }),
    ),
    owners: [owner.name, ...plugins.map(({ contributor }) => contributor.name)],
    lacks: [
      ...plugins.flatMap(({ contributor, plugin: { lacks } }) =>
        lacks === undefined ? [] : [`${contributor.name}: ${lacks}`],
      ),
      ...(host.absentPlugins ?? []).map((name) => `optional plugin \`${name}\` is not installed`),
    ],
    packageWith: (pass) => host.packageWith?.(pass, irsIn(framework, catalogue)),
  };
}

/** Returns the names of the IRs that the framework and the declarations of passes contain. */
function irsIn({ framework, hasIr }: FrameworkPart, catalogue: PassCatalogue): ReadonlySet<string> {
  const declared = [...catalogue.declarations].flatMap(({ ir, to }) => [ir, to]);
  return new Set([...(hasIr ? [framework.ir.name] : []), ...declared].filter((name) => name !== undefined));
}

/** Returns the requested target or level, or else the one in the config, or else the first of the framework. */
export function choose(
  config: Pick<OwnerContributions, "option" | "target" | "level">,
  framework: Framework<object>,
  requested: Requested,
): { readonly choice: Choice; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const one = (what: "target" | "level", known: readonly string[] = []): { [K in "target" | "level"]?: string } => {
    const wanted = requested[what];
    const chosen: Partial<Located> | undefined = wanted === undefined ? config[what] : { text: wanted };
    const chosenName = chosen?.text ?? known[0];
    if (chosenName === undefined) return {};
    // The flag `-O2` requests the level `2`. Most frameworks name this level `O2`, so this name is also accepted.
    const name =
      what === "level" && !known.includes(chosenName) && known.includes(`O${chosenName}`)
        ? `O${chosenName}`
        : chosenName;
    if (!known.includes(name)) diagnostics.push(errors.unknownChoice(what, name, framework.name, known, chosen?.at));
    return { [what]: name };
  };
  const { option } = config;
  const choice = {
    ...(Object.keys(option).length === 0 ? {} : { option }),
    ...one("target", framework.targets),
    ...one("level", framework.levels),
  };
  return { choice, diagnostics };
}
