import type { Plan, ResolveInput } from "@passwright/builder";
import type { Structure } from "./structure.ts";

/** A pipeline that others may insert into, with all that its plan depends on. */
export interface OpenPipeline {
  /** With the names of the subgraphs around it. */
  readonly path: string;
  /** With the properties as they are known where the pipeline begins. */
  readonly input: ResolveInput;
  readonly plan: Plan | undefined;
}

/** The builders' pipelines of a structure that was resolved. */
export function openPipelines<Op extends object>({ nodes }: Structure<Op>): OpenPipeline[] {
  return nodes.flatMap(({ path, content }) => {
    if (content.kind === "graph") return openPipelines(content.graph);
    if (content.kind !== "builder") return [];
    return [{ path, input: { ...content.builder.input(), ...content.known }, plan: content.plan }];
  });
}
