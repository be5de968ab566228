import { type Owner } from "@passwright/core";
import { type Plan } from "../plan.ts";
import { printPlan } from "../print-plan.ts";

/** A plan on file, with the plugins that it was made with: what a build can be held to. */
export interface Lock {
  readonly lockVersion: 1;
  /** The plan as MLIR's text, for people and for other programs. */
  readonly pipeline: string;
  /** In alphabetical order. */
  readonly plugins: readonly Owner[];
  readonly plan: Plan;
}

/** Fixes a plan. The same plan and plugins give the same lock, to the byte when it is written as JSON. */
export function lockOf(plan: Plan, plugins: readonly Owner[]): Lock {
  return { lockVersion: 1, pipeline: printPlan(plan), plugins: sortedOwners(plugins), plan };
}

/** Owners by name, as locks have them. */
export function sortedOwners(owners: readonly Owner[]): Owner[] {
  return [...owners].sort((left, right) => (left.name < right.name ? -1 : Number(left.name > right.name)));
}
