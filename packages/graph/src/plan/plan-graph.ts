import type { LockedPlugin } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { describeGraphDifference } from "../explain/describe-graph-difference.ts";
import { graphLockOf } from "../explain/graph-lock.ts";
import type { GraphLock } from "../explain/graph-lock.ts";
import { checkPaths } from "../properties/check-paths.ts";
import type { PlanOptions } from "../properties/check-paths.ts";
import type { GraphState, Registrations } from "../register/graph-state.ts";
import { makeSchedule } from "../run/make-schedule.ts";
import type { MadeSchedule } from "../run/make-schedule.ts";
import { buildStructure } from "./build-structure.ts";
import { checkFingerprint } from "./check-fingerprint.ts";
import { checkManagers } from "./check-managers.ts";
import { checkNames } from "./check-names.ts";
import { allPipelines, describeStructure } from "./graph-plan.ts";
import type { GraphPlan, PlannedPipeline } from "./graph-plan.ts";
import { openPipelines } from "./open-pipelines.ts";
import type { OpenPipeline } from "./open-pipelines.ts";
import type { Structure } from "./structure.ts";

/** A graph in order, before there is code for all of its passes. */
export class PlannedGraph<Op extends object> {
  readonly #structure: Structure<Op>;
  #plan: GraphPlan | undefined = undefined;

  constructor(structure: Structure<Op>) {
    this.#structure = structure;
  }

  /** It as data, for those who look at it. */
  get plan(): GraphPlan {
    this.#plan ??= describeStructure(this.#structure);
    return this.#plan;
  }

  /** All pipelines, those of subgraphs after the pipeline that contains them. */
  get pipelines(): readonly PlannedPipeline[] {
    return allPipelines(this.plan);
  }

  /** The pipelines that others may insert into, in order, those of subgraphs too. */
  get openPipelines(): readonly OpenPipeline[] {
    return openPipelines(this.#structure);
  }

  /** What a plugin registered, as data. What it inserted into pipelines is in {@link openPipelines}. */
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

  /** The same graph, planned with duplicate cleanups left where they are. */
  planWithDuplicates(): PlanResult<Op> {
    return planGraph(this.#structure.state, { keepDuplicates: true });
  }

  /** Makes managers of the builders' plans: PWB04xx where there is no code for a pass. */
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
 * Puts a graph in order, fills its pipelines in, resolves those of builders in the order in which they run, and checks
 * properties on all ways through it. A pure function of what was registered, in whatever order that was.
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
