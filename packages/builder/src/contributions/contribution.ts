import type { Diagnostic, PassDeclaration } from "@passwright/core";
import type { Origin } from "./origin.ts";
import type { MemberPlace, OnMissing, Which } from "./place.ts";
import type { BundleRef, StepOptions } from "../steps/step.ts";

/**
 * Request of a contributor other than the framework to add a pass. A contribution is the second of four stages:
 * Declaration → Contribution → Plan → OpPassManager.
 */
export interface Contribution {
  /** Name of the plugin or config. The order of two contributions in a tie depends on this name and `index`. */
  readonly contributor: string;
  /** Index among all contributions of this contributor. */
  readonly index: number;
  /** Declaration of the pass to add. */
  readonly pass: PassDeclaration;
  /** Pass types of the new step. */
  readonly types: readonly string[];
  /** Options of the new step. */
  readonly options: StepOptions;
  /** Requested position. */
  readonly place: MemberPlace;
  /** Selects one or all of the steps that have the target's name. */
  readonly which?: Which | undefined;
  /** Effect of a target that is not in the pipeline. Default: an error. */
  readonly onMissing?: OnMissing | undefined;
  /** Contributor, with the file and line of the request. */
  readonly origin: Origin;
  /** Reason that the contributor gave, for explanations. */
  readonly reason?: string | undefined;
  /**
   * Whether the contribution comes from a manifest or a config. Such a contribution is known before any plugin code
   * runs, and all plugins can refer to its types.
   */
  readonly isData?: boolean;
  /** Error that makes every position illegal. */
  readonly misfit?: Diagnostic | undefined;
  /**
   * Bundle that contains the pass. Members of a bundle are consecutive contributions, and all members except the first
   * have the position `next`.
   */
  readonly bundle?: BundleRef | undefined;
  /**
   * Position that was first requested for the bundle. Absent unless a member of the bundle was refused at that
   * position.
   */
  readonly wanted?: MemberPlace | undefined;
  /**
   * Address: `contributor::pass`. The second contribution of the same pass by the same contributor ends with `#2`, and
   * so on.
   */
  readonly address: string;
}
