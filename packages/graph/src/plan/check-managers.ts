import { checkAnchors } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { inPipeline } from "../errors.ts";
import { catalogueOfPasses, planOfPasses } from "./plan-of-passes.ts";
import type { Structure } from "./structure.ts";

/** Checks pipelines to which functions add passes: each pass must be able to run on the operation of its manager. */
export function checkManagers<Op extends object>({ nodes, state }: Structure<Op>): Diagnostic[] {
  return nodes.flatMap((node): Diagnostic[] => {
    const { content, path } = node;
    if (content.kind === "graph") return checkManagers(content.graph);
    if (content.kind !== "passes" || content.manager.isEmpty) return [];
    const plan = planOfPasses(node, content.manager, state.options);
    const ir = node.start?.adapter ?? state.ir;
    const { errors } = checkAnchors(plan, catalogueOfPasses(content.manager, state.options), ir);
    const note = inPipeline(path, node.start);
    return errors.map((one) => ({ ...one, notes: [...(one.notes ?? []), note] }));
  });
}
