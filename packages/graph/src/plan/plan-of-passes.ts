import { PassCatalogue, PassType } from "@passwright/builder";
import type { Plan, PlanStep } from "@passwright/builder";
import type { OpPassManager } from "@passwright/core";
import type { PipelineGraphOptions } from "../register/graph-state.ts";
import type { PipelineNode, Structure } from "./structure.ts";

/**
 * Makes the plan of a pipeline that a function fills. The pipeline is closed to insertions, so the function is the
 * origin of every step.
 */
export function planOfPasses<Op extends object>(
  { name, origin, start }: Pick<PipelineNode<Op>, "name" | "origin" | "start">,
  manager: OpPassManager<Op>,
  { framework = { name: "pipeline" }, choice = {} }: PipelineGraphOptions<Op>,
): Plan {
  const because = `the function of pipeline \`${name}\``;
  const steps: PlanStep[] = [];
  const counts = new Map<string, number>();
  let managers = 0;
  let on = start?.ir === undefined ? {} : { on: { ir: start.ir, anchor: start.anchor } };
  const add = ({ elements }: OpPassManager<Op>, nests: PlanStep["nests"]): void => {
    for (const element of elements) {
      if (element.kind === "nested") {
        add(element.manager, [...nests, { anchor: element.manager.anchorText, id: ++managers }]);
        continue;
      }
      const { declaration, options: taken } = element.pass;
      const { name: pass, types = [PassType.Unknown] } = declaration;
      const count = (counts.get(pass) ?? 0) + 1;
      counts.set(pass, count);
      const address = count === 1 ? pass : `${pass}#${count}`;
      const options = Object.fromEntries([...taken.given].map((option) => [option, taken.values[option]]));
      const { to, toAnchor = "any" } = declaration;
      const leaves = to === undefined ? undefined : { ir: to, anchor: toAnchor };
      const plain = { kind: "pass", pass, address, types, options, nests, origin, because } as const;
      steps.push({ ...plain, ...on, ...(leaves && { leaves }) });
      if (leaves !== undefined) on = { on: leaves };
    }
  };
  add(manager, []);
  return { framework, anchor: manager.anchorText, choice, steps, leftOut: [], alternatives: [], retyped: [] };
}

/** Returns the definitions of the passes in a manager. */
export function catalogueOfPasses<Op extends object>(
  manager: OpPassManager<Op>,
  { framework = { name: "pipeline" } }: PipelineGraphOptions<Op>,
): PassCatalogue<Op> {
  const catalogue = new PassCatalogue<Op>();
  manager.forEachPass(({ declaration, definition }) => {
    catalogue.add({ declaration, owner: framework, definition: definition as never });
  });
  return catalogue;
}

/** Returns the definitions of the passes in a pipeline that a function fills, or `undefined` for other pipelines. */
export function catalogueAt<Op extends object>(
  { nodes, state }: Structure<Op>,
  path: string,
): PassCatalogue<Op> | undefined {
  for (const { content, path: own } of nodes) {
    if (content.kind === "passes" && own === path) return catalogueOfPasses(content.manager, state.options);
    const inner = content.kind === "graph" ? catalogueAt(content.graph, path) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
