import { type PassManagerBuilder, type Plan } from "@passwright/builder";
import { type PassManager, type RunResult } from "@passwright/core";
import type { GraphPlan, PipelineSchedule } from "@passwright/graph";
import type { SyncHook } from "tapable";
import { type CheckedConfig } from "../config/config.ts";
import { type PluginPackage } from "../package/read-package.ts";

/**
 * The steps of loading and running, for programs that use the loader: tapable's own hooks, called when a step is done (and
 * before a run). They look; what they throw is thrown at who loads.
 */
export interface LoaderHooks {
  readonly configRead: SyncHook<[config: CheckedConfig]>;
  /** All manifests fit. Nobody's code was run so far. There is no framework where the pipeline stands in the config. */
  readonly manifestsChecked: SyncHook<[framework: PluginPackage | undefined, plugins: readonly PluginPackage[]]>;
  /** Everybody has said what they have to say, and nothing is resolved. */
  readonly contributionsCollected: SyncHook<[builder: PassManagerBuilder]>;
  readonly planned: SyncHook<[plan: Plan]>;
  /** The same for a graph of pipelines. */
  readonly graphPlanned: SyncHook<[plan: GraphPlan]>;
  readonly beforeRun: SyncHook<[op: object, manager: PassManager<object> | PipelineSchedule<object>]>;
  readonly afterRun: SyncHook<[op: object, result: RunResult]>;
}

/** Makes hooks to tap and to give to `loadSession`. tapable is loaded by who asks for them, and by nobody else. */
export async function makeLoaderHooks(): Promise<LoaderHooks> {
  const { SyncHook } = (await import("tapable")).default;
  return {
    configRead: new SyncHook(["config"], "configRead"),
    manifestsChecked: new SyncHook(["framework", "plugins"], "manifestsChecked"),
    contributionsCollected: new SyncHook(["builder"], "contributionsCollected"),
    planned: new SyncHook(["plan"], "planned"),
    graphPlanned: new SyncHook(["plan"], "graphPlanned"),
    beforeRun: new SyncHook(["op", "manager"], "beforeRun"),
    afterRun: new SyncHook(["op", "result"], "afterRun"),
  };
}
