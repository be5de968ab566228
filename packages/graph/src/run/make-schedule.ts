import { OpPassManager } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import { toPassManager } from "@passwright/builder";
import { checkFingerprint } from "../plan/check-fingerprint.ts";
import { checkNames } from "../plan/check-names.ts";
import type { Structure } from "../plan/structure.ts";
import { PipelineSchedule } from "./pipeline-schedule.ts";
import type { Stage } from "./stage.ts";

/** Schedule, or the errors that prevent its creation. */
export interface MadeSchedule<Op extends object> {
  /** Schedule that runs the graph. */
  readonly schedule?: PipelineSchedule<Op>;
  /** Errors, warnings and remarks. If there is an error, `schedule` is absent. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Creates a schedule. Converts the plans of builders to pass managers, so that runs do not use the builders. */
export function makeSchedule<Op extends object>(structure: Structure<Op>): MadeSchedule<Op> {
  const diagnostics: Diagnostic[] = [];
  const stages = stagesOf(structure, diagnostics);
  // Checked again, because code and IRs might have been loaded after planning.
  diagnostics.push(...checkFingerprint(structure, structure.state.adapter), ...checkNames(structure));
  if (diagnostics.length > 0) return { diagnostics };
  const { adapter, options } = structure.state;
  return { schedule: new PipelineSchedule(adapter, stages, options), diagnostics };
}

function stagesOf<Op extends object>({ nodes, state }: Structure<Op>, diagnostics: Diagnostic[]): Stage<Op>[] {
  return nodes.map((node) => {
    const { path, content, start } = node;
    const { catalogue } = state.options;
    const leaves = start?.adapter ?? (start?.from && catalogue.find(start.from.pass)?.definition?.leaves);
    const adapter = (leaves as IrAdapter<Op> | undefined) ?? state.adapter;
    if (content.kind === "graph") {
      const stages = stagesOf(content.graph, diagnostics);
      return { node, adapter, manager: undefined, stages };
    }
    if (content.kind === "passes") {
      return { node, adapter, manager: content.manager, stages: undefined };
    }
    const manager = new OpPassManager<Op>(start?.anchor ?? state.options.anchor);
    const note = { message: `in pipeline \`${path}\`` };
    if (content.plan !== undefined) {
      const found = toPassManager(content.plan, catalogue, manager);
      diagnostics.push(...found.map((one) => ({ ...one, notes: [...(one.notes ?? []), note] })));
    }
    return { node, adapter, manager, stages: undefined };
  });
}
