import type { Diagnostic } from "@passwright/core";
import type { Plugin } from "@passwright/sdk";
import { pipelinesOf, passesOf, readPluginContributions } from "@passwright/sdk/loading";
import type { PluginPart } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import { declaredPasses } from "./framework-part.ts";
import type { NamedPlugin } from "./read-packages.ts";

/**
 * Whether a plan needs the code of a plugin: not if the manifest declares its passes and its options, and that it has no
 * setup.
 */
export function needsCodeToPlan({ package: { manifest }, options }: NamedPlugin): boolean {
  const hasUnknownOptions = manifest.options === undefined && Object.keys(options).length > 0;
  return manifest.setup || manifest.passes === undefined || hasUnknownOptions;
}

/** Whether the pipeline of a config needs it: for passes, or options written as text, that the manifest does not declare. */
export function needsCodeForPipeline({ package: { manifest } }: NamedPlugin, config: CheckedConfig): boolean {
  if (manifest.passes === undefined) return true;
  const withOptions = pipelinesOf(config)
    .flatMap(passesOf)
    .filter(({ optionsText }) => (optionsText ?? "") !== "");
  const unknown = withOptions.filter(({ pass }) => !manifest.passOptions.has(pass));
  return unknown.some(({ pass }) => manifest.passes?.some(({ name }) => name === pass));
}

/** Returns a plugin from its manifest. */
export function partOfManifest(named: NamedPlugin): PluginPart {
  const { package: found } = named;
  const { manifest } = found;
  const { needs, taps, options, insertions, rules, bundles } = manifest;
  return {
    ...shared(named),
    plugin: {
      passes: declaredPasses(manifest),
      needs,
      taps,
      ...(options === undefined ? {} : { options }),
    },
    isCode: false,
    data: { file: "package.json", insertions, rules, bundles },
  };
}

/** Returns a plugin from its code. */
export function partOfCode(
  named: NamedPlugin,
  code: Plugin,
): { readonly part: PluginPart; readonly diagnostics: readonly Diagnostic[] } {
  const { name } = named.package;
  const { contributions, passes, diagnostics } = readPluginContributions(code, name);
  const plugin = { ...code, passes };
  return { part: { ...shared(named), plugin, isCode: true, data: contributions }, diagnostics };
}

function shared({
  package: found,
  options,
  optionPlaces,
}: NamedPlugin): Pick<PluginPart, "contributor" | "options" | "optionPlaces" | "at"> {
  return { contributor: found, options, ...(optionPlaces === undefined ? {} : { optionPlaces }), at: found.at };
}
