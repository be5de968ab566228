import { PassNames } from "@passwright/core";
import type { Diagnostic, Pass, Registered } from "@passwright/core";
import type { CataloguedPass, Origin } from "@passwright/builder";
import type { PipelineNode, Structure } from "./structure.ts";

/**
 * Checks that each pass name means the same definition in all pipelines of a graph. Passes without loaded code are not
 * compared.
 */
export function checkNames<Op extends object>(structure: Structure<Op>): Diagnostic[] {
  const { catalogue } = structure.state.options;
  return clashesIn(structure, new PassNames<Op>({ find: (name) => registered(catalogue.find(name)) }));
}

function registered<Op extends object>(found: CataloguedPass<Op> | undefined): Registered<Op> | undefined {
  if (found?.definition === undefined) return undefined;
  return { kind: "pass", definition: found.definition, owner: found.owner };
}

function clashesIn<Op extends object>(structure: Structure<Op>, names: PassNames<Op>): Diagnostic[] {
  return structure.nodes.flatMap((node) => {
    const { content, path, origin } = node;
    if (content.kind === "graph") return clashesIn(content.graph, names);
    if (content.kind === "builder") return clashesInPlan(node, structure, names);
    return names.add(content.manager, placeText(path, origin)) ?? [];
  });
}

function clashesInPlan<Op extends object>(
  { content, path }: PipelineNode<Op>,
  { state }: Structure<Op>,
  names: PassNames<Op>,
): Diagnostic[] {
  if (content.kind !== "builder" || content.plan === undefined) return [];
  return content.plan.steps.flatMap((step) => {
    if (step.kind !== "pass") return [];
    const found = state.options.catalogue.find(step.pass);
    if (found?.definition === undefined) return [];
    return names.addPass(found as unknown as Pass<Op>, placeText(path, step.origin)) ?? [];
  });
}

function placeText(path: string, { kind, name }: Origin): string {
  return `in pipeline \`${path}\`, of ${kind} ${name}`;
}
