import { type Choice, type PassCatalogue, type PassManagerBuilder, watchedChoice } from "@passwright/builder";
import { type Diagnostic, diagnosticOf, type Owner } from "@passwright/core";
import { type Framework } from "@passwright/sdk";
import { type HookSet } from "../hooks/hook-set.ts";
import { type CheckedManifest } from "../package/manifest-schema.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { type ConfigPipeline, type DataPipeline, passesOf } from "./config-pipeline.ts";
import * as errors from "./errors.ts";
import { declare } from "./plugin-code.ts";
import { type SessionGraph } from "./session-graph.ts";
import { watched } from "./set-up.ts";

/** A framework at work, and what it works on. */
export interface FrameworkAtWork {
  readonly framework: Framework<object>;
  readonly owner: Owner;
  readonly catalogue: PassCatalogue;
  readonly builder: PassManagerBuilder;
  readonly graph: SessionGraph | undefined;
  readonly hooks: HookSet;
  readonly choice: Choice;
}

/** Declares the passes that a framework lists. */
export function declareOwn(
  { framework, owner, catalogue }: FrameworkAtWork,
  manifest: CheckedManifest,
): readonly Diagnostic[] {
  for (const pass of framework.passes ?? []) {
    if ("declaration" in pass) declare(catalogue, owner, pass.declaration, pass);
    else declare(catalogue, owner, pass, undefined, manifest);
  }
  return catalogue.clashes;
}

/** Has a framework's code build its pipeline, or register its graph. */
export function buildWithCode(found: PluginPackage, work: FrameworkAtWork): readonly Diagnostic[] {
  const { framework, builder, graph, hooks, choice } = work;
  const environment = { hooks: hooks.forFramework() as never, choice: watchedChoice(choice) };
  return watched(found, "built its pipeline", [hooks], framework.name, () => {
    if (framework.pipeline !== undefined) framework.pipeline(builder, environment);
    else if (graph !== undefined) framework.graph?.(graph.graph, environment);
    return [];
  });
}

/** Builds a pipeline that is data: a config's, or that of a framework's manifest. */
export function buildWithData(pipeline: ConfigPipeline, builder: PassManagerBuilder): readonly Diagnostic[] {
  try {
    pipeline.build(builder);
    return [];
  } catch (thrown) {
    const carried = diagnosticOf(thrown);
    if (carried === undefined) throw thrown;
    const { source } = pipeline;
    const at = carried.at ?? (source && { ...source, column: 1 });
    const { plugin: _plugin, pluginKind: _kind, ...rest } = carried;
    return [{ ...rest, ...(at === undefined ? {} : { at }) }];
  }
}

/** Passes of a manifest's pipeline that the manifest does not declare: nothing would be known of them. */
export function undeclaredPasses(
  found: PluginPackage,
  pipeline: DataPipeline,
  { catalogue, owner }: Pick<FrameworkAtWork, "catalogue" | "owner">,
): readonly Diagnostic[] {
  return passesOf(pipeline)
    .filter(({ pass }) => catalogue.find(pass) === undefined)
    .map(({ pass, line }) => {
      const at = line === undefined ? found.at : { file: found.at.file, line, column: 1 };
      const none = { lacks: [], holder: undefined };
      const diagnostic = errors.unknownPass(
        pass,
        { plugin: found.name, pluginKind: "framework", at },
        catalogue.suggest(pass),
        [owner.name],
        none,
      );
      return { ...diagnostic, help: ["declare it in the manifest, under `passes`, whoever it comes from"] };
    });
}
