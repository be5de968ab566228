import type { Diagnostic, PassDeclaration } from "@passwright/core";
import type { Origin } from "./origin.ts";
import type { MemberPlace, OnMissing, Which } from "./place.ts";
import type { BundleRef, StepOptions } from "../steps/step.ts";

/**
 * One act of building by somebody other than the framework: this pass, here, because. Data; the second link of the chain
 * Declaration → Contribution → Plan → OpPassManager.
 */
export interface Contribution {
  /** Who contributes: a plugin's or the config's name. With `index` the key that breaks ties, whatever the load order. */
  readonly party: string;
  /** Its number among the contributions of that party. */
  readonly index: number;
  readonly pass: PassDeclaration;
  readonly types: readonly string[];
  readonly options: StepOptions;
  readonly place: MemberPlace;
  readonly which?: Which | undefined;
  readonly onMissing?: OnMissing | undefined;
  readonly origin: Origin;
  readonly reason?: string | undefined;
  /** It comes from a manifest or a config: known before any plugin's code runs, so that everybody may refer to its types. */
  readonly isData?: boolean;
  /** What is wrong with it wherever it goes: it has no place. */
  readonly misfit?: Diagnostic | undefined;
  /** The bundle that it is part of. Its members are contributions in a row; all but the first have the place `next`. */
  readonly bundle?: BundleRef | undefined;
  /** The place that its bundle asked for first, where one of its passes had none. */
  readonly wanted?: MemberPlace | undefined;
  /** `party::pass`, with `#2` … from the second contribution of that pass by that party on. */
  readonly address: string;
}
