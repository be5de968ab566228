import type { LegalPlaces, Origin, PlanJson, Rule, StepJson } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { GraphJson, TraceEvent } from "@passwright/graph";
import type { StatisticValue } from "@passwright/instrument";
import type { RecordedTexts } from "./texts.ts";

/** Version of the format. Readers refuse other versions. */
export const RECORDING_VERSION = 1;

/** A plan with its explanations and, if it ran, what it did to its inputs: plain JSON data. */
export interface Recording {
  readonly version: typeof RECORDING_VERSION;
  /** Name of the framework. */
  readonly title: string;
  readonly plugins: readonly { readonly name: string; readonly version?: string }[];
  /** The plan as in `passwright plan --json`. Absent for a graph, and if the plan has errors. */
  readonly plan?: PlanJson;
  /** The planned graph as in `passwright graph --json` with the steps. Absent if there is one pipeline. */
  readonly graph?: GraphJson;
  /** Facts about the pipelines: the single one, or those of the graph. */
  readonly pipelines: readonly RecordedPipeline[];
  readonly diagnostics: readonly Diagnostic[];
  /** One per input. */
  readonly runs: readonly RecordedRun[];
  /** Texts of all runs. */
  readonly texts: RecordedTexts;
  readonly whatIf: WhatIf;
  /** Result of `passwright check --orders --json` or `passwright xray --json`. */
  readonly orders?: RecordedOrders;
}

/** Explanations of one pipeline. */
export interface RecordedPipeline {
  /** Path in the graph. */
  readonly path?: string;
  /** Text for `mlir-opt --pass-pipeline`. */
  readonly text: string;
  /** Steps as in `passwright explain --json`: their notes include orders that names alone decide. */
  readonly explained: readonly StepJson[];
  readonly rules: readonly RecordedRule[];
  /** Legal positions by pass. */
  readonly positions: readonly LegalPlaces[];
  /** Passes whose legal positions are not recorded, because the pipeline is long. */
  readonly positionsLeftOut: readonly string[];
  readonly properties: readonly RecordedProperty[];
  readonly guards: readonly {
    readonly property: string;
    readonly from: string;
    readonly to: string;
    readonly reason: string;
    readonly origin: Origin;
  }[];
  /** Pairs of steps whose order depends on the names of their contributors alone. */
  readonly byName: readonly { readonly first: string; readonly second: string }[];
}

/** Rule with the steps that it is about, by address. */
export interface RecordedRule {
  /** The rule in words. */
  readonly text: string;
  readonly strength: Rule["strength"];
  readonly reason: string;
  readonly origin: Origin;
  readonly subjects: readonly string[];
  readonly targets: readonly string[];
}

/** What a step does with a property. */
export type PropertyRole = "requires" | "forbids" | "provides" | "invalidates" | "preserves";

/** Property or value along a pipeline. */
export interface RecordedProperty {
  readonly name: string;
  readonly doc?: string;
  readonly kind: "structural" | "fragile" | "value";
  /** Whether it holds before the first step. */
  readonly initially: boolean;
  /** Whether it holds after each step, in the order of the steps. */
  readonly holds: readonly boolean[];
  /** Steps with a role, by address. */
  readonly roles: readonly { readonly step: string; readonly role: PropertyRole }[];
}

/** Run on one input. */
export interface RecordedRun {
  readonly input: string;
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Path through a graph. */
  readonly trace?: readonly TraceEvent[];
  /** Executions of pipelines in order: one, or for a graph one for each visit. */
  readonly visits: readonly RecordedVisit[];
}

/** Execution of a pipeline. */
export interface RecordedVisit {
  /** Path in the graph. */
  readonly pipeline?: string;
  /** Steps that ran, in the order of the plan. */
  readonly steps: readonly RecordedStep[];
}

/** What a step did in one execution of its pipeline. */
export interface RecordedStep {
  /** Address in the plan. */
  readonly step: string;
  readonly milliseconds: number;
  /** Operations that the step ran on. */
  readonly operations: number;
  /** Names of the operations that it changed, with their symbols. */
  readonly changed: readonly string[];
  readonly failed?: true;
  /** IR before and after the step. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  /**
   * Steps that ran between the two snapshots together with this one: members of a group, or of a nested pipeline whose
   * operations cannot be found in the text of the whole input.
   */
  readonly together?: readonly string[];
  /** Texts of changed operations, if `together` is present and each of them is known. */
  readonly parts?: readonly { readonly operation: string; readonly before: number; readonly after: number }[];
  readonly statistics?: readonly StatisticValue[];
}

/** Text of the whole input between two steps. */
export interface Snapshot {
  /** Name of its IR. */
  readonly ir: string;
  /** Indices into {@link Recording.texts}. The text is their concatenation. */
  readonly chunks: readonly number[];
}

/** Plans under other choices. */
export interface WhatIf {
  readonly switches: readonly Switch[];
  /** Resolved combinations of switches. */
  readonly variants: readonly Variant[];
}

/** Choice that can be changed. */
export interface Switch {
  readonly kind: "plugin" | "override" | "target" | "level";
  /** Plugin, override in words, target, or level. */
  readonly name: string;
  /** Whether it applies in the recorded plan. */
  readonly isOn: boolean;
  /** Why it cannot be changed. */
  readonly reason?: string;
}

/** Plan with changed switches. */
export interface Variant {
  /** Indices of switches that are changed. At most one target and one level, which are on. */
  readonly changes: readonly number[];
  /** Differences in the words of `passwright diff`. */
  readonly differences: readonly string[];
  /** Steps of each pipeline. Empty if the variant has errors. */
  readonly pipelines: readonly { readonly path?: string; readonly steps: readonly StepJson[] }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Result of trying the orders of steps: the parts that the page shows. */
export interface RecordedOrders {
  readonly pairs: readonly {
    readonly first: string;
    readonly second: string;
    readonly result: string;
    readonly example?: {
      readonly file: string;
      readonly input: string;
      readonly reduced?: string;
      readonly output: OrderOutput;
      readonly exchanged: OrderOutput;
    };
    readonly rule?: object;
  }[];
  readonly notTried?: readonly string[];
}

/** Output of one order, or its error. */
export type OrderOutput =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };
