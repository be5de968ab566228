import type { PassManagerBuilder, Plan } from "@passwright/builder";
import type { PassManager, RunResult } from "@passwright/core";
import type { GraphPlan, PipelineSchedule } from "@passwright/graph";
import type { CheckedConfig } from "../config/config.ts";
import type { PluginPackage } from "../package/read-package.ts";

/**
 * A program that watches a session: its functions are called when a step is done, and before a run. Their exceptions come
 * through. Plugins tap the session's hooks instead.
 */
export interface LoadObserver {
  configRead?(config: CheckedConfig): void;
  /** All manifests fit, and no code has run. There is no framework if the pipeline is in the config. */
  manifestsChecked?(framework: PluginPackage | undefined, plugins: readonly PluginPackage[]): void;
  /** All contributions are collected. */
  contributionsCollected?(builder: PassManagerBuilder): void;
  planned?(plan: Plan): void;
  /** The same for a graph of pipelines. */
  graphPlanned?(plan: GraphPlan): void;
  beforeRun?(op: object, manager: PassManager<object> | PipelineSchedule<object>): void;
  afterRun?(op: object, result: RunResult): void;
}
