import type { Plan } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { PlannedGraph } from "@passwright/graph";
import type { Work } from "./work.ts";

/** Plan, or graph of plans. If there is an error, `plan` and `graph` are absent. */
export interface Planned {
  /** Resolved pipeline. Absent for a graph. */
  readonly plan?: Plan;
  /** Planned graph. Absent for a single pipeline. */
  readonly graph?: PlannedGraph<object>;
  /** Errors, warnings and remarks. If there is an error, `plan` and `graph` are absent. */
  readonly diagnostics: readonly Diagnostic[];
}

/** @internal Progress and results of an assembly. */
export interface AssemblyState extends Omit<Planned, "diagnostics"> {
  /** Builder and catalogue of the assembly. */
  readonly work: Work;
  /** Errors, warnings and remarks of planning. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the contributions were resolved. False if an earlier stage has errors. */
  readonly isResolved: boolean;
}

/** Plan, with the path of its pipeline if the pipeline is part of a graph. */
export interface PlanOfPipeline {
  readonly path?: string;
  readonly plan: Plan;
}

export type Plans = {
  readonly plan?: Plan | undefined;
  readonly graph?: { readonly pipelines: readonly { readonly path: string; readonly plan?: Plan }[] } | undefined;
};

export function plansOf({ plan, graph }: Plans): readonly PlanOfPipeline[] {
  if (plan !== undefined) return [{ plan }];
  return graph?.pipelines.flatMap(({ path, plan: own }) => (own === undefined ? [] : [{ path, plan: own }])) ?? [];
}

/** Returns the errors of an assembly that does not have a plan. */
export function errorsOf({
  isResolved,
  plan,
  graph,
  diagnostics,
}: Plans & Pick<AssemblyState, "isResolved" | "diagnostics">): readonly Diagnostic[] {
  if (isResolved && (plan ?? graph) !== undefined) return [];
  return diagnostics.filter(({ severity }) => severity === "error");
}
