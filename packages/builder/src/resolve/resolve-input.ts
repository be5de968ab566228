import type { Owner } from "@passwright/core";
import type { Choice } from "../choice.ts";
import type { Answered } from "../contributions/answered.ts";
import type { Contribution } from "../contributions/contribution.ts";
import type { Edit, Override } from "../contributions/edit.ts";
import type { Alternative, Retyped, StepIr } from "../plan/plan.ts";
import type { Guard, Properties } from "../properties/property.ts";
import type { Rule } from "../rules/rule.ts";
import type { Groups } from "../steps/groups.ts";
import type { Spine } from "../steps/spine.ts";
import type { Cleanup } from "./cleanup.ts";

/** Everything that a plan depends on. */
export interface ResolveInput {
  readonly framework: Owner;
  readonly spine: Spine;
  readonly contributions: readonly Contribution[];
  /** @internal Results of these contributions. Invalid for another list. */
  readonly answered?: Answered;
  readonly rules: readonly Rule[];
  readonly edits?: readonly Edit[];
  readonly overrides?: readonly Override[];
  readonly properties?: Properties;
  readonly guards?: readonly Guard[];
  /** Passes that the framework declares as cleanups, the preferred ones first. */
  readonly cleanups?: readonly Cleanup[];
  /** Steps of the framework that are not in the base pipeline because of the choice. */
  readonly alternatives?: readonly Alternative[];
  readonly choice?: Choice;
  /** Types that the user assigned to passes. */
  readonly retyped?: readonly Retyped[];
  /** Maps names to groups that the framework declares. */
  readonly groups?: Groups;
  /** Root that the last conversion before the pipeline leaves, in a graph. */
  readonly on?: StepIr;
  /** Whether to keep duplicate cleanups. */
  readonly keepDuplicates?: boolean;
}
