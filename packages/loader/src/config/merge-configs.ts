import { dirname, resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import type { GraphInConfig, InConfig, Located, PipelineInConfig, Placed } from "@passwright/sdk/loading";
import type { CheckedConfig, ConfigResult, FileConfig, NamedInConfig, PluginInConfig } from "./config.ts";
import * as errors from "./errors.ts";
import type { ConfigFile } from "./extended-files.ts";
import { withFiles } from "./instrument-schema.ts";

/** Keys that say what a framework says, and so stand beside `pipeline` only. */
const WITH_PIPELINE = ["name", "anchor", "ir", "targets", "levels"] as const;

/**
 * One config of several files, the bases first. What there is one of is the last one's; a `framework` or `pipeline` takes
 * the place of both; lists are joined in order; of tables and of plugins the last one of a name counts.
 */
export function mergeConfigs(files: readonly ConfigFile[]): ConfigResult {
  const own = files.at(-1) as ConfigFile;
  const diagnostics = files.flatMap((file) => checkKeys(file));
  const source = lastSource(files) ?? graphAlone(files);
  if (source === undefined && diagnostics.length === 0) {
    diagnostics.push(errors.noPipeline(own.config.keyPlaces.get("")));
  }
  if (source !== undefined && source.pipeline === undefined) {
    for (const { config } of files) diagnostics.push(...keysOfPipeline(config));
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const last = <T>(get: (config: FileConfig) => T | undefined): T | undefined =>
    files.map(({ config }) => get(config)).findLast((value) => value !== undefined);
  const lastNamed = (get: (config: FileConfig) => Located | undefined): NamedInConfig | undefined =>
    files.map(({ config, path }) => inFile(get(config), path)).findLast((value) => value !== undefined);
  const all = <T>(get: (config: FileConfig) => readonly Placed<T>[]): InConfig<T>[] =>
    files.flatMap(({ config, name }) => get(config).map((one) => ({ ...one, file: name })));
  return {
    ok: true,
    config: {
      path: own.path,
      name: own.name,
      files: files.map(({ path }) => path),
      shown: files.map(({ path, name, shown }) => ({ path, name, shown })),
      framework: source?.framework,
      pipeline: source?.pipeline,
      graph: graphOf(files),
      title: last(({ name }) => name)?.text ?? own.name,
      anchor: last(({ anchor }) => anchor),
      ir: lastNamed(({ ir }) => ir),
      plugins: pluginsOf(files),
      bundles: new Map(
        files.flatMap(({ config, name }) => [...config.bundles].map(([key, one]) => [key, { ...one, file: name }])),
      ),
      insertions: all(({ insertions }) => insertions),
      rules: all(({ rules }) => rules),
      properties: Object.fromEntries(files.flatMap(({ config }) => Object.entries(config.properties))),
      guards: all(({ guards }) => guards),
      cleanups: files.flatMap(({ config }) => config.cleanups),
      passTypes: Object.fromEntries(files.flatMap(({ config }) => [...(config.passTypes ?? [])])),
      targets: last(({ targets }) => targets) ?? [],
      levels: last(({ levels }) => levels) ?? [],
      target: lastNamed(({ target }) => target),
      level: lastNamed(({ level }) => level),
      option: Object.fromEntries(files.flatMap(({ config }) => Object.entries(config.option))),
      optionPlaces: new Map(files.flatMap(({ config }) => [...config.optionPlaces])),
      overrides: all(({ overrides }) => overrides),
      retypes: all(({ retypes }) => retypes),
      independent: all(({ independent }) => independent),
      strict: files.flatMap(({ config }) => config.strict),
      instrument: Object.assign(
        {},
        ...files.map(({ config, path }) => withFiles(config.instrument, (file) => resolve(dirname(path), file))),
      ) as CheckedConfig["instrument"],
      threads: last(({ threads }) => threads),
      inputs: files.flatMap(({ config, path }) => config.inputs.map((one) => ({ ...one, from: path }))),
    },
  };
}

function inFile(named: Located | undefined, path: string): NamedInConfig | undefined {
  return named === undefined ? undefined : { ...named, from: path };
}

/** One file can have one pipeline only. */
function checkKeys({ config, extendedFramework }: ConfigFile): Diagnostic[] {
  const { framework, pipeline } = config;
  return pipeline !== undefined && (framework ?? extendedFramework) !== undefined
    ? [errors.twoPipelines(pipeline.at)]
    : [];
}

/** The framework or the pipeline that counts: those of the last file that has one. */
function lastSource(
  files: readonly ConfigFile[],
): { readonly framework: NamedInConfig | undefined; readonly pipeline: PipelineInConfig | undefined } | undefined {
  return files
    .map(({ config, path, name, extendedFramework }) => {
      const framework = inFile(config.framework ?? extendedFramework, path);
      const pipeline = config.pipeline && { ...config.pipeline, file: name };
      return framework === undefined && pipeline === undefined ? undefined : { framework, pipeline };
    })
    .findLast((source) => source !== undefined);
}

/** A graph without a framework: there is an empty pipeline beside it, which says on what and for what it runs. */
function graphAlone(files: readonly ConfigFile[]): ReturnType<typeof lastSource> {
  const file = files.findLast(({ config }) => config.graph !== undefined);
  if (file?.config.graph === undefined) return undefined;
  return { framework: undefined, pipeline: { data: { steps: [] }, file: file.name, at: file.config.graph.at } };
}

/** Of pipelines and choices of one name the last one counts, as of all tables. */
function graphOf(files: readonly ConfigFile[]): GraphInConfig | undefined {
  if (files.every(({ config }) => config.graph === undefined)) return undefined;
  const table = <T>(get: (config: NonNullable<FileConfig["graph"]>) => ReadonlyMap<string, Placed<T>>) =>
    new Map(
      files.flatMap(({ config, name }) =>
        config.graph === undefined
          ? []
          : [...get(config.graph)].map(([key, one]) => [key, { ...one, file: name }] as const),
      ),
    );
  return { pipelines: table(({ pipelines }) => pipelines), choices: table(({ choices }) => choices) };
}

function keysOfPipeline({ keyPlaces }: FileConfig): Diagnostic[] {
  return WITH_PIPELINE.flatMap((key) => {
    const at = keyPlaces.get(key);
    return at === undefined ? [] : [errors.goesWithPipeline(key, at)];
  });
}

/** Plugins in order. One that a base names is the same; what is said of it later counts. */
function pluginsOf(files: readonly ConfigFile[]): PluginInConfig[] {
  const plugins = new Map<string, PluginInConfig>();
  for (const { config, path } of files) {
    const here = config.plugins.map((one): PluginInConfig => ({ ...one, from: path }));
    const seen = new Set<string>();
    here.forEach((one, index) => {
      const key = keyOf(one, path);
      // Named twice in one file is a mistake, and kept for whoever reads packages to tell.
      plugins.set(seen.has(key) ? `${key} ${index} ${path}` : key, one);
      seen.add(key);
    });
  }
  return [...plugins.values()];
}

/** Packages by name, paths by where they lead. */
function keyOf({ text }: Located, path: string): string {
  return /^[./]|^file:/.test(text) ? resolve(dirname(path), text) : text;
}
