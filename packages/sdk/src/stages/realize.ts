import { registryOf, toPassManager } from "@passwright/builder";
import type { PassCatalogue, Plan } from "@passwright/builder";
import { PassManager } from "@passwright/core";
import type { Diagnostic, IrAdapter, Result } from "@passwright/core";
import type { PipelineSchedule, PlannedGraph } from "@passwright/graph";
import type { Work } from "./work.ts";

/** Manager that is ready to run, or the errors. */
export type ManagerResult = Result<{ readonly manager: PassManager<object> }>;

/** Schedule that is ready to run, or the errors. */
export type ScheduleResult = Result<{ readonly schedule: PipelineSchedule<object> }>;

/** IR of a slice that starts after a conversion. */
export interface IrOfSlice {
  /** Adapter of the IR. */
  readonly adapter: IrAdapter<object>;
  /** Name of the root operation, if it is known. */
  readonly anchor: string | undefined;
}

/** Pipeline of a graph that contains a slice. */
export interface PipelineOfSlice {
  /** Graph that contains the pipeline. */
  readonly graph: PlannedGraph<object>;
  /** Path of the pipeline. */
  readonly path: string;
  /** Passes of the pipeline, if a function fills it. The builder does not have these passes. */
  readonly catalogue: PassCatalogue<object> | undefined;
}

/** Description of the manager or schedule to create. */
export interface PlannedManager {
  /** Graph that the schedule runs. Managers are only for a single pipeline. */
  readonly graph?: PlannedGraph<object> | undefined;
  /** Plan that the manager runs. Without a plan, the manager is empty. */
  readonly plan?: Plan | undefined;
  /** IR of a slice. Present if the slice starts after a conversion. */
  readonly ir?: IrOfSlice;
  /** Pipeline of a slice of a graph. */
  readonly pipeline?: PipelineOfSlice;
}

/** Plan of a slice with one remark for each property that the input of the slice must have, or the errors. */
export type SlicedPlan = Result<PlannedManager & { readonly plan: Plan; readonly diagnostics: readonly Diagnostic[] }>;

/** Creates the pass manager of a plan. */
export function realizeManager(work: Work, { plan, ir, pipeline }: PlannedManager): ManagerResult {
  const { framework } = work.input.framework;
  const { adapter, anchor = "any" } = ir ?? { adapter: framework.ir, anchor: framework.anchor };
  const manager =
    pipeline === undefined
      ? new PassManager(adapter, { anchor })
      : pipeline.graph.managerOfSlice(pipeline.path, adapter, anchor);
  manager.registry = registryOf(work.catalogue);
  if (plan === undefined) return { ok: true, manager };
  // Calls `errorsOf` first: if an override sets invalid options, only errors of `errorsOf` contain the line of the
  // override.
  const own = pipeline?.catalogue;
  const wrong = own ? [] : work.builder.errorsOf(plan);
  const problems = wrong.length > 0 ? wrong : toPassManager(plan, own ?? work.catalogue, manager);
  return problems.length > 0 ? { ok: false, diagnostics: problems } : { ok: true, manager };
}

/** Creates the schedule of a graph. */
export function realizeSchedule(graph: PlannedGraph<object> | undefined): ScheduleResult {
  const made = graph?.createPipelineSchedule();
  return made?.schedule === undefined
    ? { ok: false, diagnostics: made?.diagnostics ?? [] }
    : { ok: true, schedule: made.schedule };
}
