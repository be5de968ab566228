import { type Diagnostic } from "@passwright/core";
import { type CheckedConfig } from "../config/config.ts";
import { passesOf, pipelinesOf } from "./config-pipeline.ts";
import * as errors from "./errors.ts";
import { type NamedPlugin } from "./read-packages.ts";

/* Whose code a plan can do without. */

/**
 * Whether a plan needs the code of a plugin: not where the manifest declares its passes and its options, and says that there
 * is no setup or what the setup does.
 */
export function needsCodeToPlan({ package: { manifest }, options }: NamedPlugin): boolean {
  const hasUnknownOptions = manifest.options === undefined && Object.keys(options).length > 0;
  return manifest.setup === true || manifest.passes === undefined || hasUnknownOptions;
}

/** Whether the pipeline of a config needs it: for passes that only the code tells, or types of options written as text. */
export function needsCodeForPipeline({ package: { manifest } }: NamedPlugin, config: CheckedConfig): boolean {
  if (manifest.passes === undefined) return true;
  const withOptions = pipelinesOf(config)
    .flatMap(passesOf)
    .filter(({ optionsText }) => (optionsText ?? "") !== "");
  return withOptions.some(({ pass }) => manifest.passes?.some(({ name }) => name === pass));
}

/** In data-only mode: who cannot do without code. */
export function refuseCode(plugins: readonly NamedPlugin[]): readonly Diagnostic[] {
  return plugins.filter(needsCodeToPlan).map(({ package: { name, named, manifest } }) => {
    const reason = manifest.passes === undefined ? "its manifest does not declare its passes" : "it has a setup";
    return errors.pluginNeedsCode(name, reason, named.at);
  });
}
