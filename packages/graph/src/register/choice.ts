import type { Origin, When } from "@passwright/builder";

/** A pipeline that runs if its conditions hold: the selected target, and a test of the IR. */
export interface Branch<Op extends object> {
  readonly pipeline: string;
  /** Condition on the builder's target; default: holds. */
  readonly when?: When;
  /** Called when the run reaches the choice; default: holds. Earlier passes can leave information for it in the IR. */
  readonly test?: (op: Op) => boolean;
}

/**
 * Several pipelines of which each run takes exactly one: the first whose conditions hold, else `else`. The RFC draws
 * such branches, but its lists of names cannot express them.
 */
export interface ChoiceSettings<Op extends object> {
  readonly branches: readonly Branch<Op>[];
  /** The pipeline to run if no condition holds; an empty pipeline means none. */
  readonly else?: string;
}

/** A registered choice. */
export interface RegisteredChoice<Op extends object> extends ChoiceSettings<Op> {
  readonly name: string;
  readonly origin: Origin;
}

/** Returns the pipelines of a choice, without duplicates, in the order in which conditions are tested. */
export function pipelinesOf(choice: ChoiceSettings<never>): readonly string[] {
  const names = choice.branches.map(({ pipeline }) => pipeline);
  return [...new Set(choice.else === undefined ? names : [...names, choice.else])];
}
