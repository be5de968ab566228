import { sortedOwners } from "@passwright/builder";
import type { LockedPlugin } from "@passwright/builder";
import type { GraphPlan } from "../plan/graph-plan.ts";

/** Planned graph with its plugins, in the form of lock files. */
export interface GraphLock {
  /** Version of the format. */
  readonly lockVersion: 1;
  /** Plugins in alphabetical order. */
  readonly plugins: readonly LockedPlugin[];
  /**
   * Whole graph: pipelines in order, edges, jumps, choices, and the plan of every pipeline. The lock of a single
   * pipeline has a field `plan` instead.
   */
  readonly graph: GraphPlan;
}

/** Makes the lock of a graph. The same graph and plugins result in the same bytes as JSON. */
export function graphLockOf(graph: GraphPlan, plugins: readonly LockedPlugin[]): GraphLock {
  return { lockVersion: 1, plugins: sortedOwners(plugins), graph };
}
