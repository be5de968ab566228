import type { LegalPlaces, Origin, PlanJson, Rule, StepJson } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { GraphJson, TraceEvent } from "@passwright/graph";
import type { StatisticValue } from "@passwright/instrument";
import type { RecordedSnapshot } from "./snapshots.ts";
import type { RecordedTexts } from "./texts.ts";

/** Version of the format. Readers refuse other versions. */
export const RECORDING_VERSION = 1;

/**
 * Plan with its explanations and, after a run, its effects on the inputs. Plain JSON data.
 *
 * @experimental
 */
export interface Recording {
  /** Version of the format. */
  readonly version: typeof RECORDING_VERSION;
  /** Name of the framework. */
  readonly title: string;
  /** Plugins of the assembly. */
  readonly plugins: readonly { readonly name: string; readonly version?: string }[];
  /** Plan in the format of `passwright plan --json`. Absent for a graph, or if the plan has errors. */
  readonly plan?: PlanJson;
  /** Planned graph in the format of `passwright graph --json`, with the steps. Absent for a single pipeline. */
  readonly graph?: GraphJson;
  /** Facts about the single pipeline, or about the pipelines of the graph. */
  readonly pipelines: readonly RecordedPipeline[];
  /** Errors, warnings and remarks about the plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** One run per input. */
  readonly runs: readonly RecordedRun[];
  /** States of the inputs of all runs. */
  readonly snapshots: readonly RecordedSnapshot[];
  /** Texts of all snapshots. */
  readonly texts: RecordedTexts;
  /** Plans for other choices of plugins, overrides, target and level. */
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
  /**
   * Steps in the format of `passwright explain --json`. The notes of the steps mention orders that depend only on the
   * names of contributors.
   */
  readonly explained: readonly StepJson[];
  /**
   * Rules that steps of the pipeline satisfy. If one target is sufficient to satisfy a rule, each target of this rule
   * has a separate entry.
   */
  readonly rules: readonly RecordedRule[];
  /** Legal positions of each pass. */
  readonly positions: readonly LegalPlaces[];
  /** Passes whose legal positions are not recorded, because the pipeline is long. */
  readonly positionsLeftOut: readonly string[];
  /** Properties, each with the steps after which the property holds. */
  readonly properties: readonly RecordedProperty[];
  /** Properties that must hold between two steps of the pipeline. */
  readonly guards: readonly {
    readonly property: string;
    readonly from: string;
    readonly to: string;
    readonly reason: string;
    readonly origin: Origin;
  }[];
  /** Bundles, with the addresses of their steps. */
  readonly bundles: readonly { readonly name: string; readonly steps: readonly string[] }[];
  /** Pairs of an extension point and the address of a step that is inserted at this point. */
  readonly insertedAt?: readonly { readonly point: string; readonly step: string }[];
  /** Pairs of steps whose order depends only on the names of their contributors. */
  readonly byName: readonly { readonly first: string; readonly second: string }[];
}

/** Rule, with the addresses of the steps that satisfy it. */
export interface RecordedRule {
  /** The rule in words. */
  readonly text: string;
  /** Whether the rule must always be satisfied (strong), or only if possible (weak). */
  readonly strength: Rule["strength"];
  /** Reason that the contributor gave. */
  readonly reason: string;
  /** Contributor, with the file and line of the rule. */
  readonly origin: Origin;
  /** Addresses of the steps whose positions the rule determines. */
  readonly subjects: readonly string[];
  /** Addresses of the steps before or after which the rule positions the subjects. */
  readonly targets: readonly string[];
  /**
   * Addresses of the subjects that would have other positions without the rule. Absent if the rule did not move any
   * subject.
   */
  readonly moved?: readonly string[];
}

/** Role of a step for a property. */
export type PropertyRole = "requires" | "forbids" | "provides" | "invalidates" | "preserves";

/** Property or value, with the steps of a pipeline after which the property or value holds. */
export interface RecordedProperty {
  /** Name of the property. */
  readonly name: string;
  /** Meaning of the property, if it is declared. */
  readonly doc?: string;
  /** Kind of the property. The kind `value` is for properties that have a value. */
  readonly kind: "structural" | "fragile" | "value";
  /** Whether the property holds before the first step. */
  readonly initially: boolean;
  /** Whether the property holds after each step, in the order of the steps. */
  readonly holds: readonly boolean[];
  /** Roles of steps for this property, with the addresses of the steps. */
  readonly roles: readonly { readonly step: string; readonly role: PropertyRole }[];
}

/** Run on one input. */
export interface RecordedRun {
  /** Name of the input. */
  readonly input: string;
  /** Whether the run succeeded. */
  readonly ok: boolean;
  /** Errors, warnings and remarks of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /** Line of each diagnostic in the first snapshot, from 0, or `null` if this line was not found. */
  readonly lines?: readonly (number | null)[];
  /** Trace of the run through a graph. */
  readonly trace?: readonly TraceEvent[];
  /** Executions of pipelines, in order: one for a single pipeline, or one for each visit of a pipeline in a graph. */
  readonly visits: readonly RecordedVisit[];
}

/** Execution of a pipeline. */
export interface RecordedVisit {
  /** Path in the graph. */
  readonly pipeline?: string;
  /** Steps that ran, in the order of the plan. */
  readonly steps: readonly RecordedStep[];
}

/** Effect of a step in one execution of its pipeline. */
export interface RecordedStep {
  /** Address in the plan. */
  readonly step: string;
  /** Duration of the step on all operations. */
  readonly milliseconds: number;
  /** Number of operations that the step ran on. */
  readonly operations: number;
  /** Names and symbols of the operations that the step changed. */
  readonly changed: readonly string[];
  /** Whether the step failed. */
  readonly failed?: true;
  /** IR before the step: index into {@link Recording.snapshots}. */
  readonly before: number;
  /** IR after the step: index into {@link Recording.snapshots}. */
  readonly after: number;
  /**
   * Addresses of all steps that ran between the two snapshots, if there are several: the members of a group, or the
   * steps of a nested pipeline whose separate effects on the text of the input are unknown.
   */
  readonly together?: readonly string[];
  /** Texts of changed operations, if `together` is present and all these texts are known. */
  readonly parts?: readonly { readonly operation: string; readonly before: number; readonly after: number }[];
  /** Statistics of the step. Absent if the step does not have statistics. */
  readonly statistics?: readonly StatisticValue[];
}

/** Plans for other choices of plugins, overrides, target and level. */
export interface WhatIf {
  /** Choices on which the plan depends. */
  readonly switches: readonly Switch[];
  /** Plans for combinations of changed switches. */
  readonly variants: readonly Variant[];
  /** Largest number of changes in a resolved combination. Absent if all combinations are resolved. */
  readonly mostChanges?: number;
}

/** Choice on which the plan depends. A user of the page can change the choice unless `reason` is present. */
export interface Switch {
  /** Kind of choice that the switch changes. */
  readonly kind: "plugin" | "override" | "target" | "level";
  /** Name of the plugin, target or level, or description of the override. */
  readonly name: string;
  /** Whether the switch is on in the recorded plan. */
  readonly isOn: boolean;
  /** Reason why the switch cannot be changed. */
  readonly reason?: string;
}

/** Plan with changed switches. */
export interface Variant {
  /**
   * Indices of the changed switches. Includes at most one newly selected target and at most one newly selected level.
   */
  readonly changes: readonly number[];
  /**
   * Differences from the recorded plan, as `passwright diff` describes them. The list does not contain the changed
   * switches themselves.
   */
  readonly differences: readonly string[];
  /**
   * Steps of each pipeline. If a step is the same as in the recorded plan, the list contains only the address of the
   * step. Empty if the variant has errors.
   */
  readonly pipelines: readonly { readonly path?: string; readonly steps: readonly (string | StepJson)[] }[];
  /** Errors, warnings and remarks about the changed plan. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Result of running steps in different orders. Contains only the data that the page shows. */
export interface RecordedOrders {
  /** Pairs of steps with the results of both orders. */
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
  /** Inputs, with a reason for each input that the experiment left out. */
  readonly inputs?: readonly { readonly file: string; readonly leftOut?: string }[];
  /** Descriptions of the parts of the experiment that were not tried. */
  readonly notTried?: readonly string[];
}

/** Output of the steps in one order, or the error that occurred. */
export type OrderOutput =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };
