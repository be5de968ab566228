import { type Choice, type PassCatalogue } from "@passwright/builder";
import { type Diagnostic, type JsonSchema, type OptionSpecs, type Owner } from "@passwright/core";
import { type Framework, type Plugin } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { type PluginPackage } from "../package/read-package.ts";

/** What a config names and what that brings, for those who want to know and not to plan. No plugin was set up. */
export interface Survey {
  readonly config: CheckedConfig;
  readonly framework: Framework<object>;
  /** The framework's name and the version of its package. */
  readonly owner: Owner;
  readonly choice: Choice;
  /** In alphabetical order. */
  readonly plugins: readonly PluginPackage[];
  /** Those whose code was run, because their manifests do not declare their passes or because code was asked for. */
  readonly ran: ReadonlySet<PluginPackage>;
  /** The options of plugins, as their manifests declare them, or their code where that was run. */
  readonly pluginOptions: ReadonlyMap<PluginPackage, { readonly [name: string]: JsonSchema }>;
  /** All passes: declarations, and the code of those whose owner's code was run. */
  readonly catalogue: PassCatalogue;
  /** The framework's own pipeline as MLIR's text; absent where the config's overrides cannot do without plugins. */
  readonly pipeline?: string;
}

/** Without a survey there is an error among the diagnostics. */
export interface SurveyResult {
  readonly survey?: Survey;
  readonly diagnostics: readonly Diagnostic[];
}

/** The options of a plugin, as far as they are known without running anything more. */
export function optionsOf(
  { manifest }: PluginPackage,
  code: Plugin | undefined,
): { readonly [name: string]: JsonSchema } {
  if (code?.options === undefined) return { ...manifest.options } as { readonly [name: string]: JsonSchema };
  return Object.fromEntries(Object.entries(code.options as OptionSpecs).map(([name, spec]) => [name, spec.schema()]));
}
