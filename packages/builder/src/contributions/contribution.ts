import type { Diagnostic, PassDeclaration } from "@passwright/core";
import type { Origin } from "./origin.ts";
import type { MemberPlace, OnMissing, Which } from "./place.ts";
import type { BundleRef, StepOptions } from "../steps/step.ts";

/**
 * Request to add a pass, from a plugin or the config. A contribution is the second of four stages: Declaration →
 * Contribution → Plan → OpPassManager.
 */
export interface Contribution {
  /** Name of the plugin or config. If no rule orders two contributions, this name and `index` determine their order. */
  readonly contributor: string;
  /** Index among all contributions of this contributor. */
  readonly index: number;
  /**
   * Index in the list of insertions of a manifest or config. Takes precedence over `index`, because the passes of this
   * list are added before its bundles. Absent for calls from code, which follow the insertions of the list.
   */
  readonly rank?: number | undefined;
  /** Declaration of the pass to add. */
  readonly pass: PassDeclaration;
  /** Pass types of the new step. */
  readonly types: readonly string[];
  /** Options of the new step. */
  readonly options: StepOptions;
  /** Requested position. */
  readonly place: MemberPlace;
  /** Selects the first step, the last step or all steps with the target's name. */
  readonly which?: Which | undefined;
  /** Effect of a target that is not in the pipeline. Default: an error. */
  readonly onMissing?: OnMissing | undefined;
  /** Contributor, with the file and line of the request. */
  readonly origin: Origin;
  /** Reason that the contributor gave, for explanations. */
  readonly reason?: string | undefined;
  /**
   * Whether the contribution comes from a manifest or a config. Contributions of manifests and configs are known before
   * any plugin code runs, and all plugins can refer to their types.
   */
  readonly isData?: boolean;
  /** Error that prevents adding the pass at any position. */
  readonly misfit?: Diagnostic | undefined;
  /**
   * Bundle that contains the pass. The members of a bundle are consecutive contributions. All members except the first
   * member have the position `next`.
   */
  readonly bundle?: BundleRef | undefined;
  /**
   * First position that the contributor requested for the bundle. Present only if the bundle is at an alternative
   * position, because the first position was refused.
   */
  readonly wanted?: MemberPlace | undefined;
  /**
   * Address: `contributor::pass`. If a contributor contributes the same pass again, the second address ends with `#2`,
   * and so on.
   */
  readonly address: string;
}
