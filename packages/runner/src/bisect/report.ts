import type { SourceLocation } from "@passwright/core";
import type { Origin } from "@passwright/builder";
import type { Candidate, ContributionKind } from "../fault/variants.ts";

/** A contribution that the fault needs. */
export interface CauseContribution {
  readonly kind: ContributionKind;
  readonly text: string;
  readonly at?: SourceLocation;
  /** Whether only other contributions need it. */
  readonly isNeededOnly?: true;
}

/** A step that the fault needs. */
export interface CauseStep {
  /** Address, in a graph with the path of its pipeline. */
  readonly address: string;
  readonly pass: string;
  readonly origin: Origin;
  /** Why the step is in the plan. */
  readonly because: string;
}

/** A run of a step on one operation that the fault needs. */
export interface CauseOperation {
  readonly address: string;
  /** Path of the operation when the step ran on it: `builtin.module/func.func@main`. */
  readonly path: string;
  /** Hash of the path, the same in each run. */
  readonly hash: string;
  /** Which run of the step on that path, from 1: pipelines of a graph can run several times. */
  readonly occurrence: number;
  readonly at?: SourceLocation;
}

/** The smallest cause of a fault that a bisection found. */
export interface BisectReport {
  /** Input that shows the fault; absent if no input does. */
  readonly input?: string;
  /** What was found: contributions, steps or a run of a step; `nothing` if no part of the pipeline is the cause. */
  readonly found: "contribution" | "step" | "operation" | "plan" | "nothing";
  readonly contributions: readonly CauseContribution[];
  readonly steps: readonly CauseStep[];
  readonly operations: readonly CauseOperation[];
  /** How the plan with the fault differs from the one without, if no single step is the cause. */
  readonly differences: readonly string[];
  /** The operation before and after the last step of the cause. */
  readonly before?: string;
  readonly after?: string;
  /** Text of the smallest pipeline with the fault. */
  readonly pipeline: string;
  /** Contributions to that pipeline. */
  readonly kept: readonly Candidate[];
  /** Number of runs of a pipeline on an input; repeated runs count once. */
  readonly runs: number;
  /** Number of contributions, steps and operations among which the cause was searched. */
  readonly candidates: number;
}
