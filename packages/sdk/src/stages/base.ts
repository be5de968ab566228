import { watchedChoice } from "@passwright/builder";
import type { PassManagerBuilder } from "@passwright/builder";
import { diagnosticOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkFrameworkPipeline } from "./check-passes.ts";
import type { PipelineFromData } from "./data-pipeline.ts";
import * as graphErrors from "./graph-errors.ts";
import { runCode } from "./run-code.ts";
import type { Work } from "./work.ts";

/** Builds the base pipeline: from data, or by the code of the framework. */
export function buildBase(work: Work): readonly Diagnostic[] {
  const { input, owner, catalogue, builder, pipeline } = work;
  const { contributor, pipeline: data, at } = input.framework;
  if (pipeline === undefined) return buildFromCode(work);
  const undeclared =
    contributor === undefined || data === undefined
      ? []
      : checkFrameworkPipeline(data, owner.name, { ...contributor, at }, catalogue);
  return [...undeclared, ...buildFromData(pipeline, builder)];
}

function buildFromCode({ input, builder, graph, hooks, choice }: Work): readonly Diagnostic[] {
  const { framework, contributor } = input.framework;
  const environment = { hooks: hooks.forFramework() as never, choice: watchedChoice(choice) };
  const code = { contributor: contributor ?? { kind: "framework", name: framework.name }, host: input.host } as const;
  return runCode({ ...code, when: "built its pipeline", hooks: [hooks], asked: framework.name }, () => {
    framework.pipeline?.(builder, environment);
    if (graph === undefined || framework.graph === undefined) return [];
    framework.graph(graph.graph, { ...environment, builder });
    const isLost = framework.pipeline !== undefined && !graph.builders.includes(builder);
    return isLost ? [graphErrors.notInGraph(framework.name)] : [];
  });
}

function buildFromData(pipeline: PipelineFromData, builder: PassManagerBuilder): readonly Diagnostic[] {
  try {
    pipeline.build(builder);
    return [];
  } catch (thrown) {
    const carried = diagnosticOf(thrown);
    if (carried === undefined) throw thrown;
    const { source } = pipeline;
    const at = carried.at ?? (source && { ...source, column: 1 });
    const { plugin: _plugin, pluginKind: _kind, ...rest } = carried;
    return [{ ...rest, ...(at === undefined ? {} : { at }) }];
  }
}
