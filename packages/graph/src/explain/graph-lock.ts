import { sortedOwners } from "@passwright/builder";
import type { LockedPlugin } from "@passwright/builder";
import type { GraphPlan } from "../plan/graph-plan.ts";

/** A planned graph on file, with the plugins that it was made with: what a build can be held to. */
export interface GraphLock {
  readonly lockVersion: 1;
  /** In alphabetical order. */
  readonly plugins: readonly LockedPlugin[];
  /** In the place of a builder's `plan`: pipelines in order, edges, jumps, choices, and the plan of every pipeline. */
  readonly graph: GraphPlan;
}

/** Fixes a graph. The same graph and plugins give the same lock, to the byte when it is written as JSON. */
export function graphLockOf(graph: GraphPlan, plugins: readonly LockedPlugin[]): GraphLock {
  return { lockVersion: 1, plugins: sortedOwners(plugins), graph };
}
