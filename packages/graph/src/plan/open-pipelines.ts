import type { Plan, ResolveInput } from "@passwright/builder";
import type { Structure } from "./structure.ts";

/** Pipeline into which other contributors can insert passes, with everything that its plan depends on. */
export interface OpenPipeline {
  /** Path of the pipeline: the names of the enclosing subgraphs, and the name of the pipeline. */
  readonly path: string;
  /** Input for resolving, including the properties at the start of the pipeline. */
  readonly input: ResolveInput;
  /** Plan of the pipeline. `undefined` if the plan has an error. */
  readonly plan: Plan | undefined;
}

/** Returns each pipeline in a resolved structure whose contents come from a builder. */
export function openPipelines<Op extends object>({ nodes }: Structure<Op>): OpenPipeline[] {
  return nodes.flatMap(({ path, content }) => {
    if (content.kind === "graph") return openPipelines(content.graph);
    if (content.kind !== "builder") return [];
    return [{ path, input: { ...content.builder.input(), ...content.known }, plan: content.plan }];
  });
}
