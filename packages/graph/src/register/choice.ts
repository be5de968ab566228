import type { Origin, When } from "@passwright/builder";

/** A pipeline that runs if its conditions hold: what was chosen to compile for, and what a look at the IR says. */
export interface Branch<Op extends object> {
  readonly pipeline: string;
  /** The builder's target choices; holds if left out. */
  readonly when?: When;
  /** Asked when the run comes to the choice; holds if left out. An earlier pass decides by what it leaves in the IR. */
  readonly test?: (op: Op) => boolean;
}

/**
 * One of several pipelines, of which each run takes exactly one: the first whose conditions hold, else `else`. The RFC draws
 * such branches; its lists of names cannot say them.
 */
export interface ChoiceSettings<Op extends object> {
  readonly branches: readonly Branch<Op>[];
  /** The pipeline to run if no condition holds; an empty one says that nothing is to happen. */
  readonly else?: string;
}

/** A choice as it was registered. */
export interface RegisteredChoice<Op extends object> extends ChoiceSettings<Op> {
  readonly name: string;
  readonly origin: Origin;
}

/** The pipelines of a choice, each once, in the order in which they are asked. */
export function pipelinesOf(choice: ChoiceSettings<never>): readonly string[] {
  const names = choice.branches.map(({ pipeline }) => pipeline);
  return [...new Set(choice.else === undefined ? names : [...names, choice.else])];
}
