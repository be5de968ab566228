import type { Origin, When } from "@passwright/builder";

/**
 * Pipeline of a choice, with its conditions: a condition on the selected target, level and options, a test of the IR, or
 * both.
 */
export type Branch<Op extends object> = {
  /** Name of the pipeline that runs. */
  readonly pipeline: string;
  /** Condition on the selected target, level and options. Default: always holds. */
  readonly when?: When;
  /**
   * Tests the IR when the run reaches the choice. Earlier passes can store information for the test in the IR. Default:
   * always holds.
   */
  readonly test?: (op: Op) => boolean;
} & ({ readonly when: When } | { readonly test: (op: Op) => boolean });

/**
 * Branches of a choice. Each run takes exactly one branch: the first branch whose conditions hold, or `else`. The RFC
 * shows branches in a diagram, but the lists of names in the RFC cannot express branches.
 */
export interface ChoiceSettings<Op extends object> {
  /** Branches in the order in which their conditions are tested. */
  readonly branches: readonly Branch<Op>[];
  /** Pipeline to run if no condition holds. If nothing should run, use the name of an empty pipeline. */
  readonly else?: string;
}

/** Registered choice. */
export interface RegisteredChoice<Op extends object> extends ChoiceSettings<Op> {
  readonly name: string;
  readonly origin: Origin;
}

/** Returns the pipelines of a choice without duplicates, in the order in which conditions are tested. */
export function pipelinesOf(choice: ChoiceSettings<never>): readonly string[] {
  const names = choice.branches.map(({ pipeline }) => pipeline);
  return [...new Set(choice.else === undefined ? names : [...names, choice.else])];
}
