import type { Diagnostic, SourceLocation } from "@passwright/core";
import type { Origin } from "@passwright/builder";
import type { RemovableContribution, ContributionKind } from "../fault/variants.ts";
import type { VersionChange } from "./versions.ts";

/** Contribution without which the fault does not occur. */
export interface CauseContribution {
  /** Kind of the contribution, such as a plugin, an insertion or a rule. */
  readonly kind: ContributionKind;
  /** Description of the contribution, such as the name of a plugin. */
  readonly text: string;
  /** File and line of the contribution, if known. */
  readonly at?: SourceLocation;
  /** Whether the contribution is part of the cause only because other contributions depend on it. */
  readonly isNeededOnly?: true;
}

/** Step without which the fault does not occur. */
export interface CauseStep {
  /** Address of the step. In a graph, the address starts with the path of the pipeline. */
  readonly address: string;
  /** Name of the pass. */
  readonly pass: string;
  /** Contributor that added the step, with file and line of the insertion. */
  readonly origin: Origin;
  /** Reason why the step is in the plan. */
  readonly because: string;
}

/** Run of a step on one operation. Without this run, the fault does not occur. */
export interface CauseOperation {
  /** Address of the step. */
  readonly address: string;
  /** Path of the operation when the step ran on it: `builtin.module/func.func@main`. */
  readonly path: string;
  /** Hash of the path. The hash is the same in each run. */
  readonly hash: string;
  /**
   * Number of the run, counted from 1 for each step and path. In a graph, a step can run several times on the same
   * operation.
   */
  readonly occurrence: number;
  /** Position of the operation in the input, if known. */
  readonly at?: SourceLocation;
}

/** Rewrite without which the fault does not occur: a pattern or folder that applied to one operation. */
export interface CauseRewrite {
  /** Address of the step. */
  readonly address: string;
  /** Name of the pattern, or `fold`, `erase`, `simplify-regions`. */
  readonly name: string;
  /** Dialect that defines the pattern or folder. Absent if the pass itself defines the pattern. */
  readonly dialect?: string;
  /** Plugin that adds the dialect. Absent for dialects of the IR. */
  readonly plugin?: string;
  /**
   * Path of the operation when the step began. If a rewrite created the operation, this path contains the path of the
   * replaced operation and the new name: `builtin.module/func.func@f/arith.muli -> arith.shli (0f3d59a2)`.
   */
  readonly path: string;
  /** Hash of the name and the path. The hash is the same in each run. */
  readonly hash: string;
  /** Number of this rewrite among the rewrites with the same name on the operation, counted from 1. */
  readonly occurrence: number;
  /** Position of the operation in the input, if known. */
  readonly at?: SourceLocation;
}

/** Smallest cause of a fault that a bisection found. */
export interface BisectReport {
  /** Input that shows the fault. Absent if no input shows the fault. */
  readonly input?: string;
  /**
   * Kind of the cause: versions, contributions, steps, a run of a step, or a rewrite. The value is `plan` if plans with
   * and without the fault differ but no single step is the cause. The value is `nothing` if no part of the pipeline is
   * the cause.
   */
  readonly found: "contribution" | "step" | "operation" | "rewrite" | "plan" | "version" | "nothing";
  /** Set if the budget or the signal ended the search before the smallest cause was found. */
  readonly endedEarly?: true;
  /** Whether the fault also occurs without any step. Set only if `found` is `nothing`. */
  readonly occursWithoutSteps?: true;
  /** Changes of versions without which the fault does not occur. */
  readonly versions: readonly VersionChange[];
  /** Contributions without which the fault does not occur. */
  readonly contributions: readonly CauseContribution[];
  /** Steps without which the fault does not occur. */
  readonly steps: readonly CauseStep[];
  /** Runs of a step on single operations. Without these runs, the fault does not occur. */
  readonly operations: readonly CauseOperation[];
  /** Rewrites without which the fault does not occur. */
  readonly rewrites: readonly CauseRewrite[];
  /** Differences between the plans with and without the fault, if no single step is the cause. */
  readonly differences: readonly string[];
  /**
   * Text of the operation before the last step of the cause. If the cause is a rewrite, text of the isolated operation
   * around the rewrite, before the rewrite. If the IR prints only roots, text of the root around the operation.
   */
  readonly before?: string;
  /** Text like `before`, after the last step or rewrite of the cause. */
  readonly after?: string;
  /** Errors of the latest run that showed the fault. Empty if the run succeeded and its output was wrong. */
  readonly errors: readonly Diagnostic[];
  /** Text of the smallest pipeline with the fault. */
  readonly pipeline: string;
  /** Contributions of the smallest pipeline with the fault. */
  readonly kept: readonly RemovableContribution[];
  /** Number of different runs of a pipeline on an input. */
  readonly runs: number;
  /** Number of contributions, steps, operations and rewrites that were searched. */
  readonly candidates: number;
}
