import type { OpPassManager, OptionsInput, OptionSpecs, Owner, PassDefinition } from "@passwright/core";
import type { PassCatalogue } from "./catalogue.ts";
import type { When } from "./choice.ts";
import type { Construction, ConstructionSettings } from "./construction.ts";
import type { Origin } from "./contributions/origin.ts";
import type { Party, SourceOf } from "./contributions/party.ts";
import type { OnMissing, Place, Which } from "./contributions/place.ts";
import type { Rule } from "./rules/rule.ts";
import type { BundleKind, Nest, StepOptions } from "./steps/step.ts";

/** A pass as builders take it: defined in code, or by the name under which somebody declared it. */
export type PassReference = PassDefinition<never> | string;

/** The options that a pass may be added with: those of its definition. Of a pass by name, any; the plan looks at them. */
export type OptionsOf<P> = P extends { readonly options: infer O extends OptionSpecs } ? OptionsInput<O> : StepOptions;

/** What may be said of a pass when it is added. */
export interface StepSettings<O = StepOptions> {
  readonly options?: O;
  /** Types in place of those that the pass declares. */
  readonly types?: readonly string[];
  /** The operation to run it on, for a pass that runs on any. */
  readonly anchor?: string;
  /** For which target, level and options it is there; for all if this is left out. */
  readonly when?: When;
  /** Why it is added: shown by `explain`. */
  readonly reason?: string;
  /** Plugins may remove it. For the framework only. */
  readonly removable?: boolean;
}

/** What may be said of an insertion besides. */
export interface InsertSettings<O = StepOptions> extends Omit<StepSettings<O>, "removable"> {
  readonly which?: Which;
  readonly onMissing?: OnMissing;
}

/** What may be said of a bundle. `types` and `anchor` are those of all its passes. */
export interface BundleSettings extends Omit<InsertSettings, "options"> {
  /** Plugins may remove its passes. For the framework only. */
  readonly removable?: boolean;
  readonly kind?: BundleKind;
  /** Names of passes and pass types that must not come between its passes; everything else may. Only for open bundles. */
  readonly without?: readonly string[];
  /** Where it goes; at the end if this is left out. */
  readonly place?: Place;
}

/** What may be said of a bundle that is inserted by its name. */
export interface PublishedBundleSettings extends Omit<BundleSettings, "kind" | "without"> {
  /** Options of its passes, by the names of the passes. */
  readonly options?: { readonly [pass: string]: StepOptions };
}

/** An insertion as data, with who asked for it: from a manifest or a config. */
export interface DataInsertion {
  readonly party: Party;
  readonly pass: string;
  readonly place: Place;
  readonly settings: InsertSettings;
  readonly origin: Origin;
}

/** A rule as data. */
export interface DataRule {
  readonly party: Party;
  readonly rule: Omit<Rule, "party" | "index" | "origin">;
  readonly origin: Origin;
}

/** Options of a {@link PassManagerBuilder}. */
export interface BuilderOptions<Op extends object> extends ConstructionSettings {
  /** Whose pipeline it is. */
  readonly framework?: Owner;
  /** The passes that may be used by name. */
  readonly catalogue?: PassCatalogue<Op>;
  readonly sourceOf?: SourceOf;
}

/** @internal What a further view is made of. */
export interface BuilderView<Op extends object> {
  readonly construction: Construction<Op>;
  /** The manager that the builder was opened over. */
  readonly manager: OpPassManager<Op> | undefined;
  readonly party: Party;
  readonly sourceOf: SourceOf | undefined;
  /** The managers and the condition that it adds to; only the framework has such views. */
  readonly inside: readonly Nest[];
  readonly when: When | undefined;
}
