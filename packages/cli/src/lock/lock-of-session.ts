import { describeDifference, describeOwners, type Lock, lockOf, type Plan } from "@passwright/builder";
import { describeGraphDifference, type GraphLock, graphLockOf, type GraphPlan } from "@passwright/graph";
import { type Session } from "@passwright/loader";
import { counted } from "../render/plan-text.ts";

/** The name of a lock file beside its config. */
export const LOCK_FILE = "passwright.lock.json";

/** What a lock file holds: one plan, or that of a graph. */
export type LockData = Lock | GraphLock;

/** The lock of a session that has a plan or a graph. */
export function lockOfSession({ plan, graph, plugins }: Session): LockData | undefined {
  const owners = plugins.map(({ name, version }) => ({ name, ...(version === undefined ? {} : { version }) }));
  if (graph !== undefined) return graphLockOf(graph.plan, owners);
  return plan === undefined ? undefined : lockOf(plan, owners);
}

/** A lock as its file has it. */
export function lockText(lock: LockData): string {
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** How two locks differ, in words; where only places in sources do, that. Empty if nothing does. */
export function describeLocks(before: LockData, after: LockData): readonly string[] {
  const [was, is] = [contentOf(before), contentOf(after)];
  const differences = [
    ...describeOwners([was.framework], [is.framework]).map((text) => text.replace(/^plugin/, "framework")),
    ...describeOwners(before.plugins, after.plugins),
    ...describeContents(was, is),
  ];
  if (differences.length > 0 || lockText(before) === lockText(after)) return differences;
  return ["the steps are the same; what is known of them is not: where they were asked for, or why"];
}

function contentOf(lock: LockData): Plan | GraphPlan {
  return "graph" in lock ? lock.graph : lock.plan;
}

function describeContents(before: Plan | GraphPlan, after: Plan | GraphPlan): readonly string[] {
  if ("steps" in before && "steps" in after) return describeDifference(before, after);
  if ("pipelines" in before && "pipelines" in after) return describeGraphDifference(before, after);
  return [`${kindOf(before)} is now ${kindOf(after)}`];
}

function kindOf(content: Plan | GraphPlan): string {
  return "steps" in content ? "one pipeline" : `a graph of ${counted(content.pipelines.length, "pipeline")}`;
}
