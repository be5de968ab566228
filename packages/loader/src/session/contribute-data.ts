import { type DataRule, type Origin, type PassManagerBuilder, sortedOwners, type Source } from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";
import { type CheckedConfig } from "../config/config.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { checkInsertions, type Known } from "./check-passes.ts";
import {
  bundlesOfConfig,
  contributionsOfConfig,
  contributionsOfManifest,
  type GraphInsertion,
  originIn,
} from "./contributions.ts";
import * as graphErrors from "./graph-errors.ts";
import { type SessionGraph } from "./session-graph.ts";

/** Where what is data goes. */
export interface DataTargets {
  readonly builder: PassManagerBuilder;
  readonly graph: SessionGraph | undefined;
  readonly framework: string;
  readonly known: Known;
}

/** All that configs and manifests insert, and their rules; of plugins by name, so that nothing tells who is named first. */
export function dataOf(
  config: CheckedConfig,
  plugins: readonly PluginPackage[],
): { readonly insertions: readonly GraphInsertion[]; readonly rules: readonly DataRule[] } {
  const all = [contributionsOfConfig(config), ...sortedOwners(plugins).map(contributionsOfManifest)];
  return { insertions: all.flatMap(({ insertions }) => insertions), rules: all.flatMap(({ rules }) => rules) };
}

/** Contributes what the config and the manifests of plugins say, before any of the plugins' code runs. */
export function contributeData(
  config: CheckedConfig,
  plugins: readonly PluginPackage[],
  { builder, graph, framework, known }: DataTargets,
): readonly Diagnostic[] {
  const { insertions, rules } = dataOf(config, plugins);
  const wrong = checkInsertions({ insertions }, known);
  if (wrong.length > 0) return wrong;
  if (graph !== undefined) return graph.contribute(insertions);
  const strays = insertions.flatMap(({ pass, pipeline, origin }) =>
    pipeline === undefined ? [] : [graphErrors.noGraph(pass, pipeline, framework, origin)],
  );
  if (strays.length > 0) return strays;
  const problems = builder.contribute(insertions);
  builder.addRules(rules);
  contributeForConfig(config, builder);
  return problems.map((problem) => withOwner(problem, insertions, framework, known));
}

/** A plan shows steps of plugins like any others; that they are no places for others is said where one is asked for. */
function withOwner(
  problem: Diagnostic,
  insertions: readonly GraphInsertion[],
  framework: string,
  { catalogue }: Known,
): Diagnostic {
  const { code, at, message } = problem;
  if (code !== "PWB0101") return problem;
  // Several may stand on one line.
  const near = insertions.filter(({ origin }) => origin.file === at?.file && origin.line === at?.line);
  const places = near.flatMap(({ place }): unknown[] => Object.values(place));
  const names = places.filter((name) => typeof name === "string").filter((name) => message.includes(`\`${name}\``));
  const pass = names.map((name) => catalogue.find(name)).find((found) => found !== undefined);
  // The framework may declare a pass that its pipeline has not.
  if (pass === undefined || pass.owner.name === framework) return problem;
  const { owner, declaration } = pass;
  const help = `\`${declaration.name}\` is a pass of ${owner.name}, and steps that plugins insert are no places: take a place of the framework's, and order the two with \`rules\``;
  return { ...problem, help: [help] };
}

/** What a config says and the builder takes as calls. */
function contributeForConfig(config: CheckedConfig, builder: PassManagerBuilder): void {
  let source: Source | undefined;
  const view = builder.forParty({ kind: "config", name: config.name }, { sourceOf: { atHand: () => source } });
  for (const { name: bundle, passes, settings, origin } of bundlesOfConfig(config)) {
    source = sourceOfOrigin(origin);
    view.addBundle(bundle, passes, settings);
  }
  for (const guard of config.guards) {
    source = sourceOfOrigin(originIn(guard));
    view.guard(guard.data.property, guard.data);
  }
}

function sourceOfOrigin({ file, line }: Origin): Source | undefined {
  return file === undefined || line === undefined ? undefined : { file, line };
}
