import { describeDifference, describeOwners, type Lock, lockOf } from "@passwright/builder";
import { type Session } from "@passwright/loader";

/** The name of a lock file beside its config. */
export const LOCK_FILE = "passwright.lock.json";

/** The lock of a session that has a plan. */
export function lockOfSession({ plan, plugins }: Session): Lock | undefined {
  if (plan === undefined) return undefined;
  const owners = plugins.map(({ name, version }) => ({ name, ...(version === undefined ? {} : { version }) }));
  return lockOf(plan, owners);
}

/** A lock as its file has it. */
export function lockText(lock: Lock): string {
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** How two locks differ, in words; where only places in sources do, that. Empty if nothing does. */
export function describeLocks(before: Lock, after: Lock): readonly string[] {
  const differences = [
    ...describeOwners([before.plan.framework], [after.plan.framework]).map((text) =>
      text.replace(/^plugin/, "framework"),
    ),
    ...describeOwners(before.plugins, after.plugins),
    ...describeDifference(before.plan, after.plan),
  ];
  if (differences.length > 0 || lockText(before) === lockText(after)) return differences;
  return ["the steps are the same; what is known of them is not: where they were asked for, or why"];
}
