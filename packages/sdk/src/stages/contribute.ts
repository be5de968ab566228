import { sortedOwners } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { checkInsertions } from "./check-passes.ts";
import * as graphErrors from "./graph-errors.ts";
import { contributorOf, insertionsOf, originIn, rulesOf } from "./insertions.ts";
import type { GraphInsertion } from "./insertions.ts";
import { hasMainPipeline, knownPasses, makePipeline } from "./work.ts";
import type { Work } from "./work.ts";

export function contributeGraph(work: Work): readonly Diagnostic[] {
  const { input, graph, owner } = work;
  const { framework, contributor, data } = input.framework;
  if (graph === undefined) return [];
  if (contributor !== undefined && framework.graph === undefined && data?.graph === undefined)
    return [graphErrors.graphMissing(owner.name, contributor.named?.at)];
  return graph.addConfig(input.owner, input.plugins, { name: owner.name, hasMain: hasMainPipeline(work) }, (pipeline) =>
    makePipeline(work, pipeline, work.bundles),
  );
}

/** Adds all contributions that are declared as data. Runs before the `setup` of any plugin. */
export function contributeData(work: Work): readonly Diagnostic[] {
  const { input, builder, graph, owner } = work;
  // Sorts the plugins, so that their order in the config does not matter.
  const plugins = sortedOwners(input.plugins.map((part) => ({ ...part, name: part.contributor.name })));
  const sources = [
    { by: { kind: "config", name: input.owner.name } as const, data: input.owner },
    ...plugins.map(({ contributor, data }) => ({ by: contributorOf(contributor), data })),
  ];
  const insertions = sources.flatMap(({ by, data }) => insertionsOf(by, data.insert));
  const wrong = checkInsertions(insertions, knownPasses(work));
  if (wrong.length > 0) return wrong;
  if (graph !== undefined && !hasMainPipeline(work)) return graph.contribute(insertions);
  const [main, named] = [true, false].map((isMain) =>
    insertions.filter(({ pipeline }) => (pipeline === undefined) === isMain),
  ) as [GraphInsertion[], GraphInsertion[]];
  const strays =
    graph?.contribute(named) ??
    named.map(({ pass, pipeline = "", origin }) => graphErrors.noGraph(pass, pipeline, owner.name, origin));
  if (strays.length > 0) return strays;
  const problems = builder.contribute(main);
  builder.addRules(sources.flatMap(({ by, data }) => rulesOf(by, data.rules)));
  addGuards(work);
  return withHelp(problems, main, work);
}

/** Replaces the help of each error in which an insertion position names a step or bundle of a plugin. */
function withHelp(
  problems: readonly Diagnostic[],
  insertions: readonly GraphInsertion[],
  { catalogue, owner: framework, bundles }: Work,
): readonly Diagnostic[] {
  const plugins = new Map<string, Set<string>>();
  for (const { pass, contributor, isBundle } of insertions) {
    if (contributor.kind !== "plugin" || isBundle === true) continue;
    const names = plugins.get(pass) ?? new Set();
    plugins.set(pass, names.add(contributor.name));
  }
  return problems.map((problem) => {
    const { code, unknown } = problem;
    if (code !== "PWB0101" || unknown === undefined) return problem;
    const name = unknown.replace(/^.*::|#\d+$/g, "");
    const addresses = [...(plugins.get(name) ?? [])]
      .map((plugin) => `${plugin}::${name}`)
      .filter((one) => one !== unknown);
    const owner = catalogue.find(name)?.owner.name ?? framework.name;
    // Returns the original error, because no plugin provides this step. The step might be a pass of the framework that
    // is not in its pipeline.
    if (owner === framework.name && addresses.length === 0 && !bundles.has(unknown)) return problem;
    const others = addresses.map((address) => `, or use \`${address}\``).join("");
    return { ...problem, help: [`use a step of the framework and order both steps with \`rules\`${others}`] };
  });
}

function addGuards({ input: { owner }, builder }: Work): void {
  for (const guard of owner.guards) {
    const { file, line, column } = originIn(guard);
    const source = file === undefined || line === undefined ? undefined : { file, line, ...(column && { column }) };
    const view = builder.forContributor({ kind: "config", name: owner.name }, { sourceOf: { atHand: () => source } });
    view.guard(guard.data.property, guard.data);
  }
}
