import type { Plan } from "@passwright/builder";
import type { Diagnostic, JsonSchema, OptionSpecs } from "@passwright/core";
import type { Plugin } from "@passwright/sdk";
import type { Work } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import type { PluginPackage } from "../package/read-package.ts";

/** What the framework and plugins of a config provide. */
export interface Survey {
  readonly config: CheckedConfig;
  /** Framework, target and level, and all passes. */
  readonly work: Work;
  /** The base pipeline; absent for a graph, and if an override names a step of a plugin. */
  readonly plan?: Plan;
  /** In alphabetical order. */
  readonly plugins: readonly PluginPackage[];
  /** Plugins whose code ran. */
  readonly ran: ReadonlySet<PluginPackage>;
  /** The options of plugins, from their manifests, or from their code if that ran. */
  readonly pluginOptions: ReadonlyMap<PluginPackage, { readonly [name: string]: JsonSchema }>;
}

/** A survey, or diagnostics with an error. */
export interface SurveyResult {
  readonly survey?: Survey;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the options of a plugin from its code if that is loaded, else from its manifest. */
export function optionsOf(
  { manifest }: PluginPackage,
  code: Plugin | undefined,
): { readonly [name: string]: JsonSchema } {
  if (code?.options === undefined) return { ...manifest.options } as { readonly [name: string]: JsonSchema };
  return Object.fromEntries(Object.entries(code.options as OptionSpecs).map(([name, spec]) => [name, spec.schema()]));
}
