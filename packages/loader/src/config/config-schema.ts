import type { Result, SourceLocation } from "@passwright/core";
import {
  anchorName,
  contributionKeys,
  DataCheck,
  either,
  flag,
  graph,
  list,
  located,
  map,
  mapped,
  pipeline,
  placed,
  placeIn,
  text,
  textSchema,
  values,
} from "@passwright/sdk/loading";
import type {
  CheckedGraph,
  CheckedPipeline,
  ContributionKeys,
  DataDocument,
  DataEntry,
  DataNode,
  Keys,
  Located,
  MapShape,
  Placed,
  Shape,
} from "@passwright/sdk/loading";
import type { PluginInConfig } from "./config.ts";
import { instrument, threads } from "./run-schema.ts";
import type { InstrumentData, ThreadsData } from "./run-schema.ts";

const FRAMEWORK = "the package, folder or file of a framework";
const PLUGIN = "the package, folder or file of a plugin";

const NAME_OR_PAIR = "the name of a plugin, or a list [plugin, { options }]";

type PluginHere = Located & Pick<PluginInConfig, "options" | "optionPlaces" | "isOptional">;

const PLUGIN_KEYS: Keys<{ plugin: Located; options?: object; optional?: boolean }> = {
  plugin: { doc: "the package, folder or file of the plugin", required: true, shape: located(PLUGIN) },
  options: { doc: "its options", shape: values },
  optional: { doc: "true: the plugin is ignored if it is not installed", shape: flag },
};

const pluginMap = map(PLUGIN_KEYS);

/** Shape of a plugin in a config: plugin ::= name | `[` name `,` options `]` | `{` plugin, options, optional `}` */
const plugin: Shape<PluginHere> = {
  read: (check, node, path) => readPlugin(check, node, path),
  schema: (definitions) => ({
    anyOf: [
      textSchema,
      { type: "array", items: [textSchema, values.schema(definitions)], minItems: 1, maxItems: 2 },
      pluginMap.schema(definitions),
    ],
  }),
};

function readPlugin(check: DataCheck, node: DataNode, path: string): PluginHere | undefined {
  if (node.kind === "map") {
    // Refuses a plugin object, because workers load plugins again and need the names of the plugins.
    if (node.entries.some(({ key }) => key === "passes")) return check.wrong(node, path, PLUGIN, "the plugin itself");
    const [only, ...others] = node.entries;
    if (only?.value.kind === "map" && others.length === 0 && !Object.hasOwn(PLUGIN_KEYS, only.key))
      return check.wrong(node, path, NAME_OR_PAIR, `a map with the key \`${only.key}\``);
    const read = pluginMap.read(check, node, path);
    const options = node.entries.findLast(({ key }) => key === "options")?.value;
    return read && { ...read.plugin, ...optionsIn(check, options, path), isOptional: read.optional === true };
  }
  if (node.kind !== "list") {
    const found = located(NAME_OR_PAIR).read(check, node, path);
    return found && { ...found, options: {} };
  }
  const [first, second, ...rest] = node.items;
  if (first === undefined || rest.length > 0) return check.wrong(node, path, "a pair [plugin, { options }]");
  const found = located(PLUGIN).read(check, first, `${path}[0]`);
  return found && { ...found, ...optionsIn(check, second, `${path}[1]`) };
}

function optionsIn(
  check: DataCheck,
  node: DataNode | undefined,
  path: string,
): Pick<PluginHere, "options" | "optionPlaces"> {
  const entries = node?.kind === "map" ? node.entries : [];
  const optionPlaces = Object.fromEntries(
    entries.map(({ key, value }): [string, SourceLocation] => [key, check.placeOf(value.offset)]),
  );
  return { options: (node && values.read(check, node, path)) ?? {}, optionPlaces };
}

export interface ConfigKeys extends ContributionKeys {
  readonly $schema?: string;
  readonly extends?: readonly Located[];
  readonly name?: Located;
  readonly framework?: Located;
  readonly pipeline?: Placed<CheckedPipeline>;
  readonly graph?: CheckedGraph;
  readonly anchor?: Located;
  readonly ir?: Located;
  readonly plugins?: readonly PluginHere[];
  readonly targets?: readonly string[];
  readonly levels?: readonly string[];
  readonly instrument?: InstrumentData;
  readonly threads?: ThreadsData;
  readonly inputs?: readonly Located[];
}

export interface FileConfig {
  readonly keys: ConfigKeys;
  /** Position of each key. The key "" has the position of the whole file. */
  readonly keyPlaces: ReadonlyMap<string, SourceLocation>;
  readonly optionPlaces: ReadonlyMap<string, SourceLocation>;
}

const bases = "a file, folder or package, or a list of them";

const configKeys: Keys<ConfigKeys> = {
  $schema: { doc: "the JSON Schema of this file, for editors; it is not loaded", shape: text() },
  extends: {
    doc: `configs, or a framework, to extend: ${bases}; later ones take precedence`,
    shape: either<readonly Located[]>(bases, {
      scalar: mapped(located(bases), (one) => [one]),
      list: list(located(), { limit: 500 }),
    }),
  },
  name: { doc: "the name of the pipeline in plans; with `pipeline`", shape: located() },
  framework: { doc: "the package, folder or file of the framework", shape: located(FRAMEWORK) },
  pipeline: { doc: "the pipeline: a textual pipeline, or a list of steps", shape: placed(pipeline) },
  graph: { doc: "several pipelines and their order; alone, or in addition to a framework with a graph", shape: graph },
  anchor: {
    doc: "the operation that a list of steps runs on (default: builtin.module); with `pipeline`",
    shape: located(undefined, anchorName),
  },
  ir: {
    doc: "the package or file whose default export is the adapter of the IR (default: @passwright/ir); with `pipeline`",
    shape: located(),
  },
  targets: { doc: "targets to compile for, the default first; with `pipeline`", shape: list(text()) },
  levels: { doc: "optimization levels, the default first; with `pipeline`", shape: list(text()) },
  plugins: {
    doc: "packages, folders or files of plugins: a name, [plugin, { options }], or { plugin, options, optional }",
    shape: list(plugin, { limit: 500 }),
  },
  ...contributionKeys,
  instrument: { doc: "reports of `passwright run`: timing, statistics, IR …", shape: instrument },
  threads: {
    doc: "threads for nested pipelines: auto, a number, or { count, except, memory } (default: none)",
    shape: threads,
  },
  inputs: { doc: "default inputs of `passwright run`, relative to this file", shape: list(located()) },
};

/** Shape of a config file. Used to check files and to generate the JSON Schema. */
export const configShape: MapShape<ConfigKeys> = map<ConfigKeys>(configKeys);

const PROBLEMS = 50;

export type FileResult = Result<{ readonly config: FileConfig }>;

export function checkConfig(document: DataDocument): FileResult {
  const check = new DataCheck(document);
  const keys = configShape.read(check, document.root, "");
  if (check.diagnostics.length > 0 || keys === undefined)
    return { ok: false, diagnostics: check.diagnostics.slice(0, PROBLEMS) };
  const entries = document.root.kind === "map" ? document.root.entries : [];
  const options = entries.flatMap(({ key, value }) => (key === "option" && value.kind === "map" ? value.entries : []));
  const placesOf = (all: readonly DataEntry[]): Map<string, SourceLocation> =>
    new Map(all.map(({ key, keyOffset }) => [key, placeIn(document, keyOffset)]));
  const keyPlaces = placesOf(entries).set("", placeIn(document, document.root.offset));
  return { ok: true, config: { keys, keyPlaces, optionPlaces: placesOf(options) } };
}
