import { dirname, resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { joinContributions, noContributions } from "@passwright/sdk/loading";
import type { CheckedGraph, Located, PipelineInConfig } from "@passwright/sdk/loading";
import type { ConfigKeys } from "./config-schema.ts";
import type { CheckedConfig, ConfigResult, NamedInConfig, PluginInConfig } from "./config.ts";
import * as errors from "../errors/index.ts";
import type { ConfigFile } from "./extended-files.ts";
import { withFiles } from "./run-schema.ts";

/** Keys that a framework declares. A config can contain these keys only together with `pipeline`. */
const WITH_PIPELINE = ["name", "anchor", "ir", "targets", "levels"] as const;

/**
 * Merges the files of a config, starting with the extended files. Concatenates lists of contributions, such as `insert`
 * and `rules`, and lists of inputs. For all other keys, and for plugins and entries of tables, values in later files
 * override values in earlier files. If a file sets `framework` or `pipeline`, ignores both keys in all earlier files.
 */
export function mergeConfigs(files: readonly ConfigFile[]): ConfigResult {
  const own = files.at(-1) as ConfigFile;
  const diagnostics = files.flatMap((file) => checkKeys(file));
  const named = lastSource(files);
  const keyPlaces = new Map(files.flatMap(({ config }) => [...config.keyPlaces]));
  const graphAt = keyPlaces.get("graph");
  // A single pipeline in the config is not part of its graph.
  if (graphAt !== undefined && named?.pipeline !== undefined) diagnostics.push(errors.twoPipelines("graph", graphAt));
  const source = named ?? graphAlone(files);
  if (source === undefined && diagnostics.length === 0)
    diagnostics.push(errors.noPipeline(own.config.keyPlaces.get("")));
  if (source !== undefined && source.pipeline === undefined) diagnostics.push(...files.flatMap(keysOfPipeline));
  const last = <T>(get: (keys: ConfigKeys, path: string) => T | undefined): T | undefined =>
    files.map(({ config, path }) => get(config.keys, path)).findLast((value) => value !== undefined);
  const anchor = last((keys) => keys.anchor);
  const content = source?.pipeline?.data;
  const written = content !== undefined && "text" in content ? content.text.pipeline.anchor : undefined;
  if (anchor !== undefined && written !== undefined && anchor.text !== written)
    diagnostics.push(errors.otherAnchor(anchor.text, written, keyPlaces.get("anchor")));
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return {
    ok: true,
    config: {
      ...joinContributions(
        noContributions(own.name),
        files.map(({ config }) => config.keys),
      ),
      path: own.path,
      files: files.map(({ path }) => path),
      shown: files.map(({ path, name, shown }) => ({ path, name, shown })),
      framework: source?.framework,
      pipeline: source?.pipeline,
      graph: graphOf(files),
      title: last(({ name }) => name)?.text ?? own.name,
      anchor,
      ir: last(({ ir }, path) => inFile(ir, path)),
      plugins: pluginsOf(files),
      targets: last(({ targets }) => targets) ?? [],
      levels: last(({ levels }) => levels) ?? [],
      keyPlaces,
      optionPlaces: new Map(files.flatMap(({ config }) => [...config.optionPlaces])),
      instrument: Object.assign(
        {},
        ...files.map(({ config, path }) =>
          withFiles(config.keys.instrument ?? {}, (file) => resolve(dirname(path), file)),
        ),
      ) as CheckedConfig["instrument"],
      threads: last(({ threads }) => threads),
      inputs: files.flatMap(({ config, path, owner }) =>
        (config.keys.inputs ?? []).map((one) => ({ ...one, from: path, owner })),
      ),
    },
  };
}

function inFile(named: Located | undefined, path: string): NamedInConfig | undefined {
  return named === undefined ? undefined : { ...named, from: path };
}

function pipelineOf({ config }: ConfigFile): PipelineInConfig | undefined {
  const { pipeline } = config.keys;
  const at = config.keyPlaces.get("pipeline");
  return pipeline && at && { ...pipeline, at };
}

function checkKeys(file: ConfigFile): Diagnostic[] {
  const pipeline = pipelineOf(file);
  const framework = file.config.keys.framework ?? file.extendedFramework;
  return pipeline === undefined || framework === undefined ? [] : [errors.twoPipelines("framework", pipeline.at)];
}

interface Source {
  readonly framework: NamedInConfig | undefined;
  readonly pipeline: PipelineInConfig | undefined;
}

/** Returns the framework and pipeline of the last file that sets at least one of these two keys. */
function lastSource(files: readonly ConfigFile[]): Source | undefined {
  return files
    .map((file): Source => {
      const framework = inFile(file.config.keys.framework ?? file.extendedFramework, file.path);
      return { framework, pipeline: pipelineOf(file) };
    })
    .findLast(({ framework, pipeline }) => (framework ?? pipeline) !== undefined);
}

/** Returns an empty pipeline for a graph without a framework, which needs its anchor and its IR. */
function graphAlone(files: readonly ConfigFile[]): Source | undefined {
  const file = files.findLast(({ config }) => config.keys.graph !== undefined);
  const at = file?.config.keyPlaces.get("graph");
  if (file === undefined || at === undefined) return undefined;
  return { framework: undefined, pipeline: { data: { steps: [] }, file: file.name, at } };
}

/** Merges graphs. If files define several pipelines or choices with the same name, uses the last definition. */
function graphOf(files: readonly ConfigFile[]): CheckedGraph | undefined {
  const graphs = files.flatMap(({ config }) => config.keys.graph ?? []);
  if (graphs.length === 0) return undefined;
  return {
    pipelines: new Map(graphs.flatMap(({ pipelines }) => [...pipelines])),
    choices: new Map(graphs.flatMap(({ choices }) => [...choices])),
  };
}

function keysOfPipeline({ config: { keyPlaces } }: ConfigFile): Diagnostic[] {
  return WITH_PIPELINE.flatMap((key) => {
    const at = keyPlaces.get(key);
    return at === undefined ? [] : [errors.goesWithPipeline(key, at)];
  });
}

function pluginsOf(files: readonly ConfigFile[]): PluginInConfig[] {
  const plugins = new Map<string, PluginInConfig>();
  for (const { config, path } of files) {
    const seen = new Set<string>();
    (config.keys.plugins ?? []).forEach((one, index) => {
      const key = /^[./]|^file:/.test(one.text) ? resolve(dirname(path), one.text) : one.text;
      // If a file contains two entries for a plugin, keeps both, so that `readPackages` reports the error.
      plugins.set(seen.has(key) ? `${key} ${index} ${path}` : key, { ...one, from: path });
      seen.add(key);
    });
  }
  return [...plugins.values()];
}
