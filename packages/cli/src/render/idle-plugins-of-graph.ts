import { allPipelines } from "@passwright/graph";
import type { Session } from "@passwright/loader";
import { idleLines } from "./idle-plugins.ts";

/** The plugins whose name stands at no pipeline, choice or step of a session's graph. */
export function idlePluginLinesOfGraph(session: Session): string[] {
  const { graph } = session;
  if (graph === undefined) return [];
  const { choices } = graph.plan;
  const pipelines = allPipelines(graph.plan);
  const steps = pipelines.flatMap(({ plan }) => plan?.steps ?? []);
  const origins = [...choices, ...pipelines, ...steps].map(({ origin }) => origin);
  return idleLines(
    session,
    steps,
    origins,
    graph.openPipelines.map(({ input }) => input),
  );
}
