import type { Plan } from "@passwright/builder";
import type { Diagnostic, JsonSchema } from "@passwright/core";
import type { Work } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import type { PluginPackage } from "../package/read-package.ts";

/** Everything that the framework and plugins of a config provide. */
export interface Survey {
  /** Config, after all checks that do not need code. */
  readonly config: CheckedConfig;
  /** Framework, target and level, and all passes. */
  readonly work: Work;
  /** Base pipeline. Absent if the framework has a graph, or if an override names a step of a plugin. */
  readonly plan?: Plan;
  /** Plugins in alphabetical order. */
  readonly plugins: readonly PluginPackage[];
  /** Plugins whose code ran. */
  readonly ran: ReadonlySet<PluginPackage>;
  /** Options of each plugin: from the plugin's code if this code ran, and otherwise from the manifest. */
  readonly pluginOptions: ReadonlyMap<PluginPackage, { readonly [name: string]: JsonSchema }>;
}

/** Survey, or diagnostics with an error. */
export interface SurveyResult {
  /** Everything that the framework and plugins provide. */
  readonly survey?: Survey;
  /** Errors, warnings and remarks. `survey` is not set if there is an error. */
  readonly diagnostics: readonly Diagnostic[];
}
