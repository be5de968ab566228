import { watchedChoice } from "@passwright/builder";
import type { ContributorId, PassManagerBuilder } from "@passwright/builder";
import { diagnosticThrownBy } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { CheckedGraph } from "../contributions/graph-schema.ts";
import type { FrameworkData } from "./input.ts";
import { rulesOf } from "./insertions.ts";
import { refusePromise, runCode } from "./run-code.ts";
import type { PipelineToBuild } from "./pipeline-content.ts";
import { makePipeline } from "./work.ts";
import type { Work } from "./work.ts";

/** Builds the base pipeline from data or with the code of the framework. */
export function buildBase(work: Work): readonly Diagnostic[] {
  const { input, owner, catalogue, builder, pipeline } = work;
  const { contributor, data, at } = input.framework;
  if (contributor !== undefined && data !== undefined) {
    const wrong = input.host.dataPipelines?.check(data, owner.name, { name: contributor.name, at }, catalogue) ?? [];
    if (wrong.length > 0) return wrong;
  }
  const built =
    pipeline !== undefined
      ? buildFromData(pipeline, builder)
      : data?.graph !== undefined
        ? buildGraph(work, data, data.graph)
        : buildFromCode(work);
  if (data !== undefined) addRules(data, work);
  return built;
}

function buildGraph(work: Work, data: FrameworkData, graph: CheckedGraph): readonly Diagnostic[] {
  return work.graph?.addData(contributorOfFramework(work), graph, (one) => makePipeline(work, one, data.bundles)) ?? [];
}

function addRules({ rules, guards }: FrameworkData, work: Work): void {
  const { builder } = work;
  const contributor = contributorOfFramework(work);
  builder.addRules(rulesOf(contributor, rules));
  for (const { data } of guards) builder.guard(data.property, data);
}

function contributorOfFramework({ owner }: Work): ContributorId {
  return { kind: "framework", ...owner };
}

function buildFromCode({ input, builder, graph, hooks, choice }: Work): readonly Diagnostic[] {
  const { framework, contributor } = input.framework;
  const environment = { hooks: hooks.forFramework() as never, choice: watchedChoice(choice) };
  const code = { contributor: contributor ?? { kind: "framework", name: framework.name }, host: input.host } as const;
  const found = runCode({ ...code, when: "built its pipeline", hooks: [hooks], requested: framework.name }, () => {
    const late = refusePromise(framework.pipeline?.(builder, environment), code.contributor, "pipeline");
    return [...late, ...(graph?.addFramework(framework, code.contributor, builder, environment) ?? [])];
  });
  // If an error is about an option of the framework, its position is the line that sets the option in the config.
  return found.map((one) => {
    const at = one.option === undefined ? undefined : input.owner.optionPlaces.get(one.option);
    return at === undefined ? one : { ...one, at };
  });
}

function buildFromData(pipeline: PipelineToBuild, builder: PassManagerBuilder): readonly Diagnostic[] {
  const carried = diagnosticThrownBy(() => pipeline.build(builder));
  if (carried === undefined) return [];
  const { source } = pipeline;
  const at = carried.at ?? (source && { ...source, column: 1 });
  const { plugin: _plugin, pluginKind: _kind, ...rest } = carried;
  return [{ ...rest, ...(at === undefined ? {} : { at }) }];
}
