import type { Owner } from "@passwright/core";
import type { Plan } from "../plan/plan.ts";
import { by } from "../maps.ts";
import { printPlan } from "../plan/print-plan.ts";

/** Plugin in a lock, with its options, because options can change results without changing the plan. */
export interface LockedPlugin extends Owner {
  /** Options from the config. Absent if the config does not set options. */
  readonly options?: { readonly [name: string]: unknown };
}

/** Stored plan with its plugins. Comparing a new plan with the lock shows changes. */
export interface Lock {
  /** Version of the format. */
  readonly lockVersion: 1;
  /** Plan as a textual pipeline. Passwright uses the field `plan`, not this text. */
  readonly pipeline: string;
  /** Plugins in alphabetical order. */
  readonly plugins: readonly LockedPlugin[];
  /** Plan at the time of locking. */
  readonly plan: Plan;
}

/** Makes a lock for a plan. Equal plans and plugins result in locks whose JSON texts are equal byte for byte. */
export function lockOf(plan: Plan, plugins: readonly LockedPlugin[]): Lock {
  return { lockVersion: 1, pipeline: printPlan(plan), plugins: sortedOwners(plugins), plan };
}

/** Sorts owners by name, as in locks. */
export function sortedOwners<T extends Owner>(owners: readonly T[]): T[] {
  return owners.toSorted(by(({ name }) => name));
}
