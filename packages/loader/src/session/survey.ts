import type { Plan } from "@passwright/builder";
import type { Diagnostic, JsonSchema, OptionSpecs } from "@passwright/core";
import type { Plugin } from "@passwright/sdk";
import type { Work } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import type { PluginPackage } from "../package/read-package.ts";

/** What a config names and what that provides, for lists. No plugin is set up. */
export interface Survey {
  readonly config: CheckedConfig;
  /** Framework, choice and all passes. */
  readonly work: Work;
  /** The base pipeline; absent for a graph, and where an override needs the steps of plugins. */
  readonly plan?: Plan;
  /** In alphabetical order. */
  readonly plugins: readonly PluginPackage[];
  /** Plugins whose code ran, because their manifests do not declare their passes or because code was asked for. */
  readonly ran: ReadonlySet<PluginPackage>;
  /** The options of plugins, from their manifests, or from their code if that ran. */
  readonly pluginOptions: ReadonlyMap<PluginPackage, { readonly [name: string]: JsonSchema }>;
}

/** Without a survey there is an error among the diagnostics. */
export interface SurveyResult {
  readonly survey?: Survey;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the options of a plugin, as far as they are known without running anything more. */
export function optionsOf(
  { manifest }: PluginPackage,
  code: Plugin | undefined,
): { readonly [name: string]: JsonSchema } {
  if (code?.options === undefined) return { ...manifest.options } as { readonly [name: string]: JsonSchema };
  return Object.fromEntries(Object.entries(code.options as OptionSpecs).map(([name, spec]) => [name, spec.schema()]));
}
