import type { LockedPlugin, PassCatalogue } from "@passwright/builder";
import { invariant, hasErrors } from "@passwright/core";
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
import { noPipelines } from "../errors.ts";
import { buildStructure } from "./build-structure.ts";
import { checkBuilders } from "./check-builders.ts";
import { checkFingerprint } from "./check-fingerprint.ts";
import { checkManagers } from "./check-managers.ts";
import { checkNames } from "./check-names.ts";
import { allPipelines, describeStructure } from "./graph-plan.ts";
import type { GraphPlan, PlannedPipeline } from "./graph-plan.ts";
import { openPipelines } from "./open-pipelines.ts";
import type { OpenPipeline } from "./open-pipelines.ts";
import { catalogueAt } from "./plan-of-passes.ts";
import type { Structure } from "./structure.ts";

/** Ordered and checked graph, which can contain passes whose code is not loaded. */
export class PlannedGraph<Op extends object> {
  readonly #structure: Structure<Op>;
  #plan: GraphPlan | undefined = undefined;

  constructor(structure: Structure<Op>) {
    this.#structure = structure;
  }

  /** Graph as data. */
  get plan(): GraphPlan {
    this.#plan ??= describeStructure(this.#structure);
    return this.#plan;
  }

  /** All pipelines. Pipelines of a subgraph follow the subgraph. */
  get pipelines(): readonly PlannedPipeline[] {
    return allPipelines(this.plan);
  }

  /**
   * Pipelines into which other contributors can insert passes, in order. The list includes the pipelines of subgraphs.
   */
  get openPipelines(): readonly OpenPipeline[] {
    return openPipelines(this.#structure);
  }

  /** Returns the registrations of a plugin as data. The plugin's insertions are in {@link openPipelines}. */
  registeredBy(plugin: string): Registrations {
    return this.#structure.state.registeredBy(plugin);
  }

  /**
   * Describes the differences between this graph and the later graph `after`. Returns an empty list for equal graphs.
   */
  describeDifference(after: PlannedGraph<Op>): readonly string[] {
    return describeGraphDifference(this.plan, after.plan);
  }

  /** Returns the graph and the plugins as data, to compare with later graphs. */
  lock(plugins: readonly LockedPlugin[]): GraphLock {
    return graphLockOf(this.plan, plugins);
  }

  /**
   * Makes a manager without passes, for a slice of a pipeline. The manager reports jumps that passes request, but does
   * not take these jumps.
   */
  managerOfSlice(path: string, adapter: IrAdapter<Op>, anchor: string): PassManager<Op> {
    const pipeline = this.pipelines.find((one) => one.path === path);
    invariant(pipeline !== undefined, "the slice is of this graph");
    return new SliceManager(adapter, anchor, pipeline);
  }

  /** Returns the definitions of the passes in a pipeline that a function fills, or `undefined` for other pipelines. */
  catalogueOf(path: string): PassCatalogue<Op> | undefined {
    return catalogueAt(this.#structure, path);
  }

  /** Creates a schedule that runs the planned pipelines. Returns PWB04xx if the code of a pass is missing. */
  createPipelineSchedule(): MadeSchedule<Op> {
    return makeSchedule(this.#structure);
  }
}

/** Planned graph and warnings. If there are errors, the graph is absent. */
export interface PlanResult<Op extends object> {
  /** Planned graph. */
  readonly planned?: PlannedGraph<Op>;
  /** Errors, warnings and remarks. If there is an error, `planned` is absent. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Orders a graph, fills its pipelines, resolves the builders' pipelines in run order, and checks properties on all
 * paths. The result does not depend on the order of registrations.
 */
export function planGraph<Op extends object>(state: GraphState<Op>, options: PlanOptions = {}): PlanResult<Op> {
  const diagnostics: Diagnostic[] = [];
  const structure = buildStructure(state, diagnostics);
  if (structure === undefined || hasErrors(diagnostics)) return { diagnostics };
  // Called before the other checks, because `checkPaths` also plans the pipelines of builders.
  const paths = checkPaths(structure, options);
  diagnostics.push(...checkManagers(structure), ...checkBuilders(structure), ...paths);
  diagnostics.push(...checkNames(structure));
  if (state.pipelines.length === 0) diagnostics.push(noPipelines(state.options.framework?.name ?? "pipeline"));
  if (state.loadedAdapter !== undefined) diagnostics.push(...checkFingerprint(structure, state.loadedAdapter));
  return hasErrors(diagnostics) ? { diagnostics } : { planned: new PlannedGraph(structure), diagnostics };
}
