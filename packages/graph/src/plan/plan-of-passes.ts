import { type Plan, PassManagerBuilder, type PlanStep } from "@passwright/builder";
import { type OpPassManager } from "@passwright/core";
import { type PipelineGraphOptions } from "../register/graph-state.ts";
import { type Node } from "./structure.ts";

/** The plan of a pipeline that a function fills in. Nobody inserts into it: its steps are there because the function adds them. */
export function planOfPasses<Op extends object>(
  { name, origin }: Node<Op>,
  manager: OpPassManager<Op>,
  { framework = { name: "pipeline" }, choice = {} }: PipelineGraphOptions<Op>,
): Plan {
  const { spine } = new PassManagerBuilder<Op>(manager, { framework }).input();
  const because = `the function that fills \`${name}\` in adds it`;
  const steps = spine.steps.map(({ kind, name: pass, address, types, options, nests }): PlanStep => {
    // All of these managers were there, so each has an id.
    const around = nests as PlanStep["nests"];
    return { kind, pass, address, types, options, nests: around, origin, because };
  });
  return { framework, anchor: spine.anchor, choice, steps, leftOut: [], alternatives: [], retyped: [] };
}
