import { optionsTestedIn } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { EMPTY } from "@passwright/graph";
import type { Framework, ManifestData } from "@passwright/sdk";
import { noContributions, nodeOfValue, surveyInput } from "@passwright/sdk/loading";
import type { AssemblyInput, FrameworkPart, Work } from "@passwright/sdk/loading";
import type { PluginPackage } from "../package/read-package.ts";
import { frameworkOfCode, frameworkOfManifest, packageHost } from "../session/parts.ts";
import { conditionOf, manifestOfFramework, spellingOf } from "./of-code.ts";
import type { Generated } from "./of-code.ts";
import { checkData } from "./schema.ts";

type Requested = AssemblyInput["requested"];

/** Generates a manifest with the pipeline as data, or as `dynamic` if data and code build different pipelines. */
export function generateForFramework(found: PluginPackage, framework: Framework<object>): Generated {
  const { targets = [], levels = [] } = framework;
  const choices = orNone(targets).flatMap((target) =>
    orNone(levels).map((level): Requested => ({ ...(target && { target }), ...(level && { level }) })),
  );
  const built = choices.map((requested) => buildBase(frameworkOfCode(found, framework), requested));
  const diagnostics = built.flatMap((one) => one.diagnostics);
  const [first] = built;
  if (first === undefined || diagnostics.length > 0) return { diagnostics };
  const data = manifestOfFramework(first.work, false);
  const isFaithful = choices.every((requested, index) => {
    const again = buildFromData(found, data, requested);
    return again !== undefined && essenceOf(again) === essenceOf(built[index]?.work as Work);
  });
  return { data: isFaithful ? data : manifestOfFramework(first.work, true), diagnostics: [] };
}

function orNone(names: readonly string[]): readonly (string | undefined)[] {
  return names.length === 0 ? [undefined] : names;
}

/** Builds the base pipeline of a framework from its code, to get the framework's catalogue of passes. */
export function surveyFramework(found: PluginPackage, framework: Framework<object>): ReturnType<typeof buildBase> {
  return buildBase(frameworkOfCode(found, framework));
}

/** Builds the base pipeline of a framework without plugins. */
export function buildBase(
  framework: FrameworkPart,
  requested: Requested = {},
): { readonly work: Work; readonly diagnostics: readonly Diagnostic[] } {
  return surveyInput({
    framework,
    plugins: [],
    pluginNames: [],
    // Sets an option, because reads of options are recorded only if at least one option is set.
    owner: { ...noContributions("manifest"), option: { manifest: true } },
    ownPasses: [],
    requested,
    taps: {},
    instrumentations: [],
    keepDuplicates: false,
    host: packageHost,
  });
}

/** Builds the base pipeline of a manifest. Returns `undefined` if the manifest does not contain a pipeline. */
export function buildFromData(found: PluginPackage, data: ManifestData, requested: Requested = {}): Work | undefined {
  const root = nodeOfValue(data);
  const { found: manifest } = checkData({ file: "", root });
  if (manifest?.pipeline === undefined || manifest.pipeline.dynamic === true) return undefined;
  const { work, diagnostics } = buildBase(frameworkOfManifest({ ...found, manifest }, manifest.pipeline), requested);
  return diagnostics.length > 0 ? undefined : work;
}

function essenceOf({ builder, graph, choice }: Work): string {
  const ofBuilder = (one: Work["builder"]): unknown => {
    const { basePipeline, rules, guards = [], edits = [] } = one.input();
    const stated = rules.map(({ origin: _origin, ...rule }) => rule);
    const guarded = guards.map(({ origin: _origin, ...guard }) => guard);
    return [basePipeline.anchor, spellingOf(one.frameworkSteps), stated, guarded, edits.length];
  };
  const requested = [...optionsTestedIn(choice)].sort();
  if (graph === undefined) return JSON.stringify([requested, ofBuilder(builder)]);
  const { state } = graph.graph;
  return JSON.stringify([
    requested,
    // Whether the graph contains the default pipeline for contributions of plugins.
    graph.builders.includes(builder),
    state.pipelines.map(({ content, origin: _origin, ...pipeline }) => [
      pipeline,
      content.kind === "builder" ? ofBuilder(content.builder) : content === EMPTY ? "empty" : "code",
    ]),
    state.choices.map(({ branches, else: other, name }) => [
      name,
      other,
      branches.map(({ pipeline, when, test }) => [pipeline, conditionOf(when), test !== undefined]),
    ]),
  ]);
}
