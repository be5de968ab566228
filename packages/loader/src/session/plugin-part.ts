import type { Diagnostic } from "@passwright/core";
import type { Plugin } from "@passwright/sdk";
import { pipelinesOf, passesOf, readPluginContributions } from "@passwright/sdk/loading";
import type { PluginPart } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";
import { declaredPasses } from "./framework-part.ts";
import type { NamedPlugin } from "./read-packages.ts";

/**
 * Whether a plan needs the code of a plugin: not where the manifest declares its passes and its options, and says that there
 * is no setup or what the setup does.
 */
export function needsCodeToPlan({ package: { manifest }, options }: NamedPlugin): boolean {
  const hasUnknownOptions = manifest.options === undefined && Object.keys(options).length > 0;
  return manifest.setup === true || manifest.passes === undefined || hasUnknownOptions;
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
  const { manifest } = named.package;
  const { needs, taps, options, insertions, rules } = manifest;
  return {
    ...shared(named),
    plugin: {
      passes: declaredPasses(manifest),
      needs,
      // Taps of a setup that is code are known when it has run.
      ...(manifest.setup === true ? {} : { taps }),
      ...(options === undefined ? {} : { options }),
    },
    isCode: false,
    data: { file: "package.json", insertions, rules },
  };
}

/** Returns a plugin from its code. Data that the code does not repeat is the manifest's. */
export function partOfCode(
  named: NamedPlugin,
  code: Plugin,
): { readonly part: PluginPart; readonly diagnostics: readonly Diagnostic[] } {
  const { manifest, name } = named.package;
  const read = readPluginContributions(code, name);
  const passes = [...new Set([...(code.passes ?? []), ...read.passes])];
  const { insertions, rules } = manifest;
  const data =
    code.insert !== undefined || code.rules !== undefined
      ? read.contributions
      : // The setup does what the manifest declares.
        manifest.setup === "declared" && code.setup !== undefined
        ? { file: "package.json", insertions: [], rules: [] }
        : { file: "package.json", insertions, rules };
  const plugin = { ...code, passes, needs: code.needs ?? manifest.needs };
  return { part: { ...shared(named), plugin, isCode: true, data }, diagnostics: read.diagnostics };
}

function shared({
  package: found,
  options,
  optionPlaces,
}: NamedPlugin): Pick<PluginPart, "contributor" | "options" | "optionPlaces" | "at"> {
  return { contributor: found, options, ...(optionPlaces === undefined ? {} : { optionPlaces }), at: found.at };
}
