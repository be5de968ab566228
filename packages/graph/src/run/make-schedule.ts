import { OpPassManager, PassNames } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { PassCatalogue, toPassManager } from "@passwright/builder";
import * as errors from "../errors.ts";
import type { Structure } from "../plan/structure.ts";
import { PipelineSchedule } from "./pipeline-schedule.ts";
import type { Stage } from "./stage.ts";

/** A schedule, or what is in its way. */
export interface MadeSchedule<Op extends object> {
  readonly schedule?: PipelineSchedule<Op>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes managers of the plans of builders: the last link of the chain, after which nothing of the builder runs. */
export function makeSchedule<Op extends object>(structure: Structure<Op>): MadeSchedule<Op> {
  const diagnostics: Diagnostic[] = [];
  const stages = stagesOf(structure, diagnostics);
  checkFingerprint(structure, diagnostics);
  checkNames(stages, new PassNames(undefined), diagnostics);
  if (diagnostics.length > 0) return { diagnostics };
  const { adapter, options } = structure.state;
  return { schedule: new PipelineSchedule(adapter, stages, options), diagnostics };
}

/** Pipelines of one graph agree on what the names of passes mean, wherever the passes come from. */
function checkNames<Op extends object>(
  stages: readonly Stage<Op>[],
  names: PassNames<Op>,
  diagnostics: Diagnostic[],
): void {
  for (const { node, manager, stages: inner = [] } of stages) {
    const clash = manager === undefined ? undefined : names.add(manager, node.path);
    if (clash !== undefined) diagnostics.push(clash);
    checkNames(inner, names, diagnostics);
  }
}

/** A loop to a fixed point needs an IR that can tell that it is one. */
function checkFingerprint<Op extends object>({ nodes, state }: Structure<Op>, diagnostics: Diagnostic[]): void {
  for (const { path, origin, jumps, content } of nodes) {
    if (content.kind === "graph") checkFingerprint(content.graph, diagnostics);
    for (const { to, onNoProgress } of jumps.values()) {
      if (onNoProgress !== "converged" || state.adapter.fingerprint !== undefined) continue;
      diagnostics.push(errors.noFingerprint(path, to, state.adapter.name, origin));
    }
  }
}

function stagesOf<Op extends object>({ nodes, state }: Structure<Op>, diagnostics: Diagnostic[]): Stage<Op>[] {
  return nodes.map((node) => {
    const { path, content } = node;
    if (content.kind === "graph") {
      const stages = stagesOf(content.graph, diagnostics);
      return { node, manager: undefined, stages };
    }
    if (content.kind === "passes") {
      return { node, manager: content.manager, stages: undefined };
    }
    const manager = new OpPassManager<Op>(state.options.anchor);
    const note = { message: `in pipeline \`${path}\`` };
    if (content.plan !== undefined) {
      const catalogue = state.options.catalogue ?? new PassCatalogue<Op>();
      const found = toPassManager(content.plan, catalogue, manager);
      diagnostics.push(...found.map((one) => ({ ...one, notes: [...(one.notes ?? []), note] })));
    }
    return { node, manager, stages: undefined };
  });
}
