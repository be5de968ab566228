import type { OpPassManager, OptionsInput, OptionSpecs, Owner, PassDefinition } from "@passwright/core";
import type { PassCatalogue } from "./catalogue.ts";
import type { When } from "./choice.ts";
import type { Construction, ConstructionSettings } from "./construction.ts";
import type { Origin } from "./contributions/origin.ts";
import type { ContributorId, SourceOf } from "./contributions/contributor.ts";
import type { OnMissing, Place, Which } from "./contributions/place.ts";
import type { IrNames } from "./plan/check-anchors.ts";
import type { StepIr } from "./plan/plan.ts";
import type { Properties } from "./properties/property.ts";
import type { Resolution } from "./resolve/resolve.ts";
import type { Rule } from "./rules/rule.ts";
import type { BundleKind, Nest, StepOptions } from "./steps/step.ts";

/** Pass definition, or the name of a declared pass. */
export type PassReference = PassDefinition<never> | string;

/** Options that the definition of a pass declares. A pass given by name allows any options, which planning checks. */
export type OptionsOf<P> = P extends { readonly options: infer O extends OptionSpecs } ? OptionsInput<O> : StepOptions;

/** Settings of a pass to add. */
export interface StepSettings<O = StepOptions> {
  /** Options of the pass, by option name. */
  readonly options?: O;
  /** Pass types that replace the types in the declaration. */
  readonly types?: readonly string[];
  /** Operation that the pass runs on. Required if the declaration of the pass does not name an operation. */
  readonly anchor?: string;
  /** Condition on target, level and options. Default: no condition. */
  readonly when?: When;
  /** Reason that `explain` shows. */
  readonly reason?: string;
  /** Whether plugins can remove the pass. Only the framework can use this setting. */
  readonly removable?: boolean;
}

/** Settings of an insertion. */
export interface InsertSettings<O = StepOptions> extends Omit<StepSettings<O>, "removable"> {
  /** Selects the first step, the last step or all steps with the target's name. */
  readonly which?: Which;
  /**
   * Effect of a target that is not in the pipeline. Default for insertions as data: an error. Default for calls: the
   * call returns the refusal, and the plan has warning PWB0118 unless a later call inserts the pass.
   */
  readonly onMissing?: OnMissing;
}

/** Settings of a bundle of passes. The settings `types` and `anchor` apply to all passes of the bundle. */
export interface BundleSettings extends Omit<InsertSettings, "options"> {
  /** Whether plugins can remove the bundle's passes. Only the framework can use this setting. */
  readonly removable?: boolean;
  /** Whether other steps can be inserted between the bundle's passes. Default: `open`. */
  readonly kind?: BundleKind;
  /** Names of passes and pass types that must not run between the bundle's passes. Allowed only for open bundles. */
  readonly without?: readonly string[];
  /** Position of the bundle. Default: the end. */
  readonly place?: Place;
}

/** Settings for inserting a bundle by its name. A plugin or config declares the bundle. */
export interface PublishedBundleSettings extends Omit<BundleSettings, "kind" | "without"> {
  /** Options of the bundle's passes, by pass name. */
  readonly options?: { readonly [pass: string]: StepOptions };
}

/** Insertion that a manifest or config declares. `contributor` is the owner of the manifest or config. */
export interface DataInsertion {
  /** Contributor that declares the insertion. */
  readonly contributor: ContributorId;
  /** Name of the pass or, if `isBundle` is true, of the bundle to insert. */
  readonly pass: string;
  /** Whether the insertion is of a bundle that the config or a plugin declares. */
  readonly isBundle?: boolean;
  /** Requested position. */
  readonly place: Place;
  /** Options, reason and other settings of the insertion. */
  readonly settings: InsertSettings | PublishedBundleSettings;
  /** Contributor, with the file and line of the declaration. */
  readonly origin: Origin;
  /** Index in the list of insertions of the contributor. Determines the order of the contributor's steps. */
  readonly rank?: number;
}

/** Rule that a manifest or config declares. `contributor` is the owner of the manifest or config. */
export interface DataRule {
  /** Contributor that declares the rule. */
  readonly contributor: ContributorId;
  /** The rule itself. */
  readonly rule: Omit<Rule, "contributor" | "index" | "origin">;
  /** Contributor, with the file and line of the declaration. */
  readonly origin: Origin;
}

/** Options of a {@link PassManagerBuilder}. */
export interface BuilderOptions<Op extends object> extends ConstructionSettings {
  /** Framework, which owns the pipeline. */
  readonly framework?: Owner;
  /** Passes that can be used by name. */
  readonly catalogue?: PassCatalogue<Op>;
  /** Finds the file and line of a call. Without `sourceOf`, origins contain only the contributor. */
  readonly sourceOf?: SourceOf;
}

/** Settings of `resolve` and `build`. */
export interface ResolveOptions {
  /** Whether to keep duplicate cleanups. */
  readonly keepDuplicates?: boolean;
  /** Properties that the framework declares, by name. */
  readonly properties?: Properties;
  /** Operation names of the IR. If set, planning checks that each pass can run in its manager. */
  readonly ir?: IrNames | undefined;
  /** IR and root operation that the last conversion before this pipeline produces. */
  readonly on?: StepIr;
}

/** Result of `build`: the plan, and the manager filled from it. After an error, `plan` and `manager` are absent. */
export interface Built<Op extends object> extends Resolution {
  /** Manager that runs the plan. */
  readonly manager?: OpPassManager<Op>;
}

/** @internal State of one contributor's view. */
export interface BuilderView<Op extends object> {
  readonly construction: Construction<Op>;
  readonly manager: OpPassManager<Op> | undefined;
  readonly contributor: ContributorId;
  readonly sourceOf: SourceOf | undefined;
  /** Index in a list of insertions, for calls that add insertions of a manifest or config. */
  readonly rank?: number | undefined;
  /** Nested managers that contain the steps added by this view, outermost first. Only the framework's view has them. */
  readonly inside: readonly Nest[];
  readonly when: When | undefined;
}
