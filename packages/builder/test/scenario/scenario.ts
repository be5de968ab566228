import { type OnMissing, type Place, type Relation, type Selector, type Which } from "@passwright/builder";

/** A pass that the framework appends, or, with `place`, inserts into what it has so far. */
export interface ScenarioPass {
  readonly kind: "pass";
  readonly name: string;
  readonly types?: readonly string[];
  readonly anchor?: string;
  readonly isPoor?: boolean;
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

export type ScenarioStep = ScenarioPass | ScenarioPoint | ScenarioNest;

/** A party asks for a pass somewhere. */
export interface ScenarioInsert {
  readonly kind: "insert";
  readonly pass: string;
  readonly types?: readonly string[];
  readonly anchor?: string;
  readonly place: Place;
  readonly which?: Which;
  readonly onMissing?: OnMissing;
  readonly reason?: string;
  readonly line: number;
}

export interface ScenarioRule {
  readonly kind: "rule";
  readonly strength: "strong" | "weak";
  readonly subject: Selector;
  readonly relation: Relation;
  readonly target: Selector;
  readonly reason: string;
  readonly line: number;
}

export interface ScenarioParty {
  readonly kind: "plugin" | "config";
  readonly name: string;
  /** Its insertions come from a manifest or config, and not from code. */
  readonly isData: boolean;
  readonly acts: readonly (ScenarioInsert | ScenarioRule)[];
}

/** A framework's pipeline and all that others want to do to it. What the tests here are about, as data. */
export interface Scenario {
  readonly framework: string;
  readonly anchor: string;
  readonly steps: readonly ScenarioStep[];
  readonly parties: readonly ScenarioParty[];
}
