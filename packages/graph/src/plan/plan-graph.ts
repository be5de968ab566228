import type { LockedPlugin } from "@passwright/builder";
import { invariant } from "@passwright/core";
import type { Diagnostic, IrAdapter, PassManager } from "@passwright/core";
import { describeGraphDifference } from "../explain/describe-graph-difference.ts";
import { graphLockOf } from "../explain/graph-lock.ts";
import type { GraphLock } from "../explain/graph-lock.ts";
import { checkPaths } from "../properties/check-paths.ts";
import type { PlanOptions } from "../properties/check-paths.ts";
import type { GraphState, Registrations } from "../register/graph-state.ts";
import { makeSchedule } from "../run/make-schedule.ts";
import type { MadeSchedule } from "../run/make-schedule.ts";
import { SliceManager } from "../run/slice-manager.ts";
import { buildStructure } from "./build-structure.ts";
import { checkFingerprint } from "./check-fingerprint.ts";
import { checkManagers } from "./check-managers.ts";
import { checkNames } from "./check-names.ts";
import { allPipelines, describeStructure } from "./graph-plan.ts";
import type { GraphPlan, PlannedPipeline } from "./graph-plan.ts";
import { openPipelines } from "./open-pipelines.ts";
import type { OpenPipeline } from "./open-pipelines.ts";
import type { Structure } from "./structure.ts";

/** An ordered graph, possibly without the code of all passes. */
export class PlannedGraph<Op extends object> {
  readonly #structure: Structure<Op>;
  #plan: GraphPlan | undefined = undefined;

  constructor(structure: Structure<Op>) {
    this.#structure = structure;
  }

  /** The graph as data. */
  get plan(): GraphPlan {
    this.#plan ??= describeStructure(this.#structure);
    return this.#plan;
  }

  /** All pipelines, those of subgraphs after the pipeline that contains them. */
  get pipelines(): readonly PlannedPipeline[] {
    return allPipelines(this.plan);
  }

  /** The pipelines that others may insert into, in order, including those of subgraphs. */
  get openPipelines(): readonly OpenPipeline[] {
    return openPipelines(this.#structure);
  }

  /** Returns the registrations of a plugin, as data. {@link openPipelines} has its insertions. */
  registeredBy(plugin: string): Registrations {
    return this.#structure.state.registeredBy(plugin);
  }

  /** Describes how another graph differs from this one. Empty if they are equal. */
  describeDifference(after: PlannedGraph<Op>): readonly string[] {
    return describeGraphDifference(this.plan, after.plan);
  }

  /** Returns the graph with its plugins as data, to compare later graphs with. */
  lock(plugins: readonly LockedPlugin[]): GraphLock {
    return graphLockOf(this.plan, plugins);
  }

  /** Plans the same graph without dropping duplicate cleanups. */
  planWithDuplicates(): PlanResult<Op> {
    return planGraph(this.#structure.state, { keepDuplicates: true });
  }

  /** Makes a manager without passes for a slice of a pipeline. Jumps that its passes request are reported, and not taken. */
  managerOfSlice(path: string, adapter: IrAdapter<Op>, anchor: string): PassManager<Op> {
    const pipeline = this.pipelines.find((one) => one.path === path);
    invariant(pipeline !== undefined, "the slice is of this graph");
    return new SliceManager(adapter, anchor, pipeline);
  }

  /** Makes managers of the builders' plans: PWB04xx if the code of a pass is missing. */
  createPipelineSchedule(): MadeSchedule<Op> {
    return makeSchedule(this.#structure);
  }
}

/** A planned graph, unless there were errors; warnings come with one as well. */
export interface PlanResult<Op extends object> {
  readonly planned?: PlannedGraph<Op>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Orders a graph, fills its pipelines, resolves those of builders in run order, and checks properties on all paths. A
 * pure function of the registrations, whose order does not matter.
 */
export function planGraph<Op extends object>(state: GraphState<Op>, options: PlanOptions = {}): PlanResult<Op> {
  const diagnostics: Diagnostic[] = [];
  const structure = buildStructure(state, diagnostics);
  if (structure === undefined || hasErrors(diagnostics)) return { diagnostics };
  // `checkPaths` plans the pipelines of builders.
  const paths = checkPaths(structure, options);
  diagnostics.push(...checkManagers(structure), ...paths);
  diagnostics.push(...checkNames(structure));
  if (state.loadedAdapter !== undefined) diagnostics.push(...checkFingerprint(structure, state.loadedAdapter));
  return hasErrors(diagnostics) ? { diagnostics } : { planned: new PlannedGraph(structure), diagnostics };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
