import type { Diagnostic, PassDeclaration } from "@passwright/core";
import type { Origin } from "./origin.ts";
import type { MemberPlace, OnMissing, Which } from "./place.ts";
import type { BundleRef, StepOptions } from "../steps/step.ts";

/**
 * Request of a contributor other than the framework to add a pass. Data, and the second link of the chain Declaration
 * → Contribution → Plan → OpPassManager.
 */
export interface Contribution {
  /** Name of the plugin or config. With `index`, the key that breaks ties. */
  readonly party: string;
  /** Index among the contributions of that party. */
  readonly index: number;
  readonly pass: PassDeclaration;
  readonly types: readonly string[];
  readonly options: StepOptions;
  readonly place: MemberPlace;
  readonly which?: Which | undefined;
  readonly onMissing?: OnMissing | undefined;
  readonly origin: Origin;
  readonly reason?: string | undefined;
  /**
   * Whether the contribution comes from a manifest or a config. Such a contribution is known before plugin code runs,
   * so all plugins may refer to its types.
   */
  readonly isData?: boolean;
  /** Reason why it is refused at every position. */
  readonly misfit?: Diagnostic | undefined;
  /**
   * Bundle of the contribution. The members of a bundle are consecutive contributions. All members except the first
   * have the position `next`.
   */
  readonly bundle?: BundleRef | undefined;
  /** First position of its bundle, if a pass was refused there. */
  readonly wanted?: MemberPlace | undefined;
  /** `party::pass`, with `#2` … from the second contribution of that pass by that party on. */
  readonly address: string;
}
