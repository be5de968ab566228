import type { BundleKind, OnMissing, Place, Relation, Selector, Which } from "@passwright/builder";

/** A pass that the framework appends, or, with `place`, inserts into what it has so far. */
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

/** A contributor asks for a pass somewhere. */
export interface ScenarioInsert extends ScenarioPlacing {
  readonly kind: "insert";
  readonly pass: string;
}

/** A contributor asks for several passes somewhere, which go together. */
export interface ScenarioInsertBundle extends ScenarioPlacing {
  readonly kind: "bundle";
  readonly name: string;
  readonly bundle: BundleKind;
  readonly without?: readonly string[];
  readonly passes: readonly string[];
}

/** A contributor wants a step of the framework to go. */
export interface ScenarioRemove {
  readonly kind: "remove";
  readonly target: string;
  readonly line: number;
}

/** A contributor wants another pass in the place of a step of the framework. */
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
  /** Its insertions come from a manifest or config, and not from code. Only insertions and rules are data. */
  readonly isData: boolean;
  readonly acts: readonly ScenarioAct[];
}

/** The user's last word on steps. */
export type ScenarioOverride = { readonly ban: string } | { readonly pin: string };

/** A framework's pipeline and all that others want to do to it. Subject of these tests, as data. */
export interface Scenario {
  readonly framework: string;
  readonly anchor: string;
  /** Passes that are declared to run on something, or to be of some type, before anybody uses them. */
  readonly declared: readonly ScenarioPass[];
  readonly steps: readonly ScenarioStep[];
  readonly contributors: readonly ScenarioContributor[];
  readonly overrides: readonly ScenarioOverride[];
}
