import type { PlanStep, ResolveInput } from "@passwright/builder";
import type { Session } from "@passwright/loader";

/** Pipeline of a session: the steps, and the input from which the builder computed the steps. */
export interface PipelineOfSession {
  /** Path in the graph. Absent if the framework has a single pipeline. */
  readonly path?: string;
  readonly steps: readonly PlanStep[];
  /** Absent for a pipeline of a graph that is closed to insertions. */
  readonly input?: Pick<ResolveInput, "contributions" | "rules">;
}

/** Returns the pipeline of a session, or all pipelines of a graph in order. */
export function pipelinesOf({ assembly, plan, graph }: Session): readonly PipelineOfSession[] {
  if (graph === undefined) return [{ steps: plan?.steps ?? [], input: assembly.work.builder.input() }];
  const inputs = new Map(graph.openPipelines.map(({ path, input }) => [path, input]));
  return graph.pipelines.map(({ path, plan: own }) => {
    const input = inputs.get(path);
    return { path, steps: own?.steps ?? [], ...(input && { input }) };
  });
}
