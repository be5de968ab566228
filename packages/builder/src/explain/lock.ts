import type { Owner } from "@passwright/core";
import type { Plan } from "../plan/plan.ts";
import { checkArguments, isPlan } from "../check/check-data.ts";
import { isListOf, isOwner } from "../check/shapes.ts";
import { printPlan } from "../plan/print-plan.ts";

/** A plugin of a lock: with options, its plan may be the same and what it does another. */
export interface LockedPlugin extends Owner {
  /** As the config has them; left out where there are none. */
  readonly options?: { readonly [name: string]: unknown };
}

/** A plan on file, with the plugins that it was made with: what a build can be held to. */
export interface Lock {
  readonly lockVersion: 1;
  /** The plan as MLIR's text, for people and for other programs. */
  readonly pipeline: string;
  /** In alphabetical order. */
  readonly plugins: readonly LockedPlugin[];
  readonly plan: Plan;
}

/** Fixes a plan. The same plan and plugins give the same lock, to the byte when it is written as JSON. */
export function lockOf(plan: Plan, plugins: readonly LockedPlugin[]): Lock {
  checkArguments(
    "lockOf",
    ["plan", "a plan", isPlan, plan],
    ["plugins", "a list of `{ name, version }`", isListOf(isOwner), plugins],
  );
  return { lockVersion: 1, pipeline: printPlan(plan), plugins: sortedOwners(plugins), plan };
}

/** Owners by name, as locks have them. */
export function sortedOwners<T extends Owner>(owners: readonly T[]): T[] {
  return [...owners].sort((left, right) => (left.name < right.name ? -1 : Number(left.name > right.name)));
}
