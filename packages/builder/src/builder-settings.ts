import type { OpPassManager, OptionsInput, OptionSpecs, Owner, PassDefinition } from "@passwright/core";
import type { PassCatalogue } from "./catalogue.ts";
import type { When } from "./choice.ts";
import type { Construction, ConstructionSettings } from "./construction.ts";
import type { Origin } from "./contributions/origin.ts";
import type { Party, SourceOf } from "./contributions/party.ts";
import type { OnMissing, Place, Which } from "./contributions/place.ts";
import type { Rule } from "./rules/rule.ts";
import type { BundleKind, Nest, StepOptions } from "./steps/step.ts";

/** Pass definition, or the name of a declared pass. */
export type PassReference = PassDefinition<never> | string;

/** Options of a pass: those of its definition. For a pass that is given by name, any options, which the plan checks. */
export type OptionsOf<P> = P extends { readonly options: infer O extends OptionSpecs } ? OptionsInput<O> : StepOptions;

/** Settings of an added pass. */
export interface StepSettings<O = StepOptions> {
  readonly options?: O;
  /** Types that replace those of the declaration. */
  readonly types?: readonly string[];
  /** Operation that the pass runs on, if its declaration does not name one. */
  readonly anchor?: string;
  /** Targets, levels and options under which the pass is added. Default: always. */
  readonly when?: When;
  /** Reason that `explain` shows. */
  readonly reason?: string;
  /** Whether plugins may remove the pass. For the framework only. */
  readonly removable?: boolean;
}

/** Settings of an insertion. */
export interface InsertSettings<O = StepOptions> extends Omit<StepSettings<O>, "removable"> {
  readonly which?: Which;
  readonly onMissing?: OnMissing;
}

/** Settings of a bundle. `types` and `anchor` apply to all its passes. */
export interface BundleSettings extends Omit<InsertSettings, "options"> {
  /** Whether plugins may remove its passes. For the framework only. */
  readonly removable?: boolean;
  readonly kind?: BundleKind;
  /** Passes and pass types that must not be between its passes. For open bundles only. */
  readonly without?: readonly string[];
  /** Position of the bundle. Default: the end. */
  readonly place?: Place;
}

/** Settings of a bundle that is inserted by name. */
export interface PublishedBundleSettings extends Omit<BundleSettings, "kind" | "without"> {
  /** Maps names of the bundle's passes to their options. */
  readonly options?: { readonly [pass: string]: StepOptions };
}

/** Insertion as data, from a manifest or a config, with its contributor. */
export interface DataInsertion {
  readonly party: Party;
  readonly pass: string;
  readonly place: Place;
  readonly settings: InsertSettings;
  readonly origin: Origin;
}

/** Rule as data. */
export interface DataRule {
  readonly party: Party;
  readonly rule: Omit<Rule, "party" | "index" | "origin">;
  readonly origin: Origin;
}

/** Options of a {@link PassManagerBuilder}. */
export interface BuilderOptions<Op extends object> extends ConstructionSettings {
  /** Owner of the pipeline. */
  readonly framework?: Owner;
  /** Passes that may be used by name. */
  readonly catalogue?: PassCatalogue<Op>;
  readonly sourceOf?: SourceOf;
}

/** @internal Parts of a view. */
export interface BuilderView<Op extends object> {
  readonly construction: Construction<Op>;
  /** Manager that the builder was opened with. */
  readonly manager: OpPassManager<Op> | undefined;
  readonly party: Party;
  readonly sourceOf: SourceOf | undefined;
  /** Managers and condition that calls add to. Only views of the framework have them. */
  readonly inside: readonly Nest[];
  readonly when: When | undefined;
}
