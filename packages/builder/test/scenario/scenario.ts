import type { BundleKind, OnMissing, Place, Relation, Selector, Which } from "@passwright/builder";

/** Pass that the framework appends or, with `place`, inserts into its current pipeline. */
export interface ScenarioPass {
  readonly kind: "pass";
  readonly name: string;
  readonly types?: readonly string[];
  readonly anchor?: string;
  readonly isPoor?: boolean;
  readonly isRemovable?: boolean;
  readonly place?: Place;
}

export interface ScenarioPoint {
  readonly kind: "point";
  readonly name: string;
}

export interface ScenarioNest {
  readonly kind: "nest";
  readonly anchor: string;
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioBundle {
  readonly kind: "bundle";
  readonly name: string;
  readonly bundle: BundleKind;
  readonly without?: readonly string[];
  readonly steps: readonly ScenarioPass[];
}

export type ScenarioStep = ScenarioPass | ScenarioPoint | ScenarioNest | ScenarioBundle;

/** A position, and the pass to insert there. */
interface ScenarioPlacing {
  readonly types?: readonly string[];
  readonly anchor?: string;
  readonly place: Place;
  readonly which?: Which;
  readonly onMissing?: OnMissing;
  readonly reason?: string;
  readonly line: number;
}

/** Request of a contributor to insert a pass. */
export interface ScenarioInsert extends ScenarioPlacing {
  readonly kind: "insert";
  readonly pass: string;
}

/** Request of a contributor to insert a bundle. */
export interface ScenarioInsertBundle extends ScenarioPlacing {
  readonly kind: "bundle";
  readonly name: string;
  readonly bundle: BundleKind;
  readonly without?: readonly string[];
  readonly passes: readonly string[];
}

/** Request of a contributor to remove a step of the framework. */
export interface ScenarioRemove {
  readonly kind: "remove";
  readonly target: string;
  readonly line: number;
}

/** Request of a contributor to replace a step of the framework by another pass. */
export interface ScenarioReplace {
  readonly kind: "replace";
  readonly target: string;
  readonly pass: string;
  readonly types?: readonly string[];
  readonly anchor?: string;
  readonly line: number;
}

export type ScenarioEdit = ScenarioRemove | ScenarioReplace;

export interface ScenarioRule {
  readonly kind: "rule";
  readonly strength: "strong" | "weak";
  readonly subject: Selector;
  readonly relation: Relation;
  readonly target: Selector;
  readonly reason: string;
  readonly line: number;
}

export type ScenarioAct = ScenarioInsert | ScenarioInsertBundle | ScenarioEdit | ScenarioRule;

export interface ScenarioContributor {
  readonly kind: "plugin" | "config";
  readonly name: string;
  /** Whether insertions come from a manifest or config instead of code. Only insertions and rules can be data. */
  readonly isData: boolean;
  readonly acts: readonly ScenarioAct[];
}

/** Override of the user. */
export type ScenarioOverride = { readonly ban: string } | { readonly pin: string };

/** Pipeline of a framework, with the requests of all contributors, as data. */
export interface Scenario {
  readonly framework: string;
  readonly anchor: string;
  /** Passes whose anchor or types are declared before their first use. */
  readonly declared: readonly ScenarioPass[];
  readonly steps: readonly ScenarioStep[];
  readonly contributors: readonly ScenarioContributor[];
  readonly overrides: readonly ScenarioOverride[];
}
