import type { Diagnostic, SourceLocation } from "@passwright/core";
import {
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

type PluginHere = Located & Pick<PluginInConfig, "options" | "optionPlaces" | "isOptional">;

const pluginMap = map<{ plugin: Located; options?: object; optional?: boolean }>({
  plugin: { doc: "the package, folder or file of the plugin", required: true, shape: located() },
  options: { doc: "its options", shape: values },
  optional: { doc: "true: it may be missing", shape: flag },
});

/** plugin ::= name | `[` name `,` options `]` | `{` plugin, options, optional `}` */
const plugin: Shape<PluginHere> = {
  read: (check, node, path) => readPlugin(check, node, path),
  schema: (definitions) => ({
    anyOf: [
      textSchema,
      {
        type: "array",
        items: [textSchema, values.schema(definitions)],
        minItems: 1,
        maxItems: 2,
      },
      pluginMap.schema(definitions),
    ],
  }),
};

function readPlugin(check: DataCheck, node: DataNode, path: string): PluginHere | undefined {
  if (node.kind === "map") {
    const read = pluginMap.read(check, node, path);
    const options = node.entries.findLast(({ key }) => key === "options")?.value;
    return read && { ...read.plugin, ...optionsIn(check, options, path), isOptional: read.optional === true };
  }
  if (node.kind !== "list") {
    const found = check.text(node, path, "the name of a plugin, or a list [plugin, { options }]");
    return found === undefined ? undefined : { text: found, at: placeIn(check.document, node.offset), options: {} };
  }
  const [first, second, ...rest] = node.items;
  if (first === undefined || rest.length > 0) return check.wrong(node, path, "a list of two, [plugin, { options }]");
  const found = check.text(first, `${path}[0]`);
  return found === undefined
    ? undefined
    : { text: found, at: placeIn(check.document, first.offset), ...optionsIn(check, second, `${path}[1]`) };
}

function optionsIn(
  check: DataCheck,
  node: DataNode | undefined,
  path: string,
): Pick<PluginHere, "options"> & { readonly optionPlaces: { readonly [name: string]: SourceLocation } } {
  const entries = node?.kind === "map" ? node.entries : [];
  const optionPlaces = Object.fromEntries(
    entries.map(({ key, value }): [string, SourceLocation] => [key, placeIn(check.document, value.offset)]),
  );
  return { options: check.values(node, path) ?? {}, optionPlaces };
}

/** The keys of a config file after they were checked. */
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

/** What one file says, after it was checked. */
export interface FileConfig {
  readonly keys: ConfigKeys;
  /** The place of each key, and under "" that of the whole. */
  readonly keyPlaces: ReadonlyMap<string, SourceLocation>;
  /** The place of each entry of `option`. */
  readonly optionPlaces: ReadonlyMap<string, SourceLocation>;
}

const bases = "a file, folder or package, or a list of them";

const configKeys: Keys<ConfigKeys> = {
  $schema: { doc: "the JSON Schema of this file, for editors; nothing is loaded from there", shape: text() },
  extends: {
    doc: `configs, or a framework, to go on from: ${bases}; what comes later wins`,
    shape: either<readonly Located[]>(bases, {
      scalar: mapped(located(bases), (one) => [one]),
      list: list(located(), 500),
    }),
  },
  name: { doc: "what plans call the pipeline of this config; with `pipeline`", shape: located() },
  framework: {
    doc: "the package, folder or file of the framework whose pipeline this is",
    shape: located(),
  },
  pipeline: { doc: "the pipeline itself: MLIR's text, or a list of steps", shape: placed(pipeline) },
  graph: {
    doc: "several pipelines and what has to run before what; alone, or beside a framework that has a graph",
    shape: graph,
  },
  anchor: {
    doc: "the operation that a list of steps runs on; builtin.module if left out; with `pipeline`",
    shape: located(),
  },
  ir: {
    doc: "the package or file whose default export is the adapter of the IR; @passwright/ir if left out; with `pipeline`",
    shape: located(),
  },
  plugins: {
    doc: "packages, folders or files of plugins, each alone, as [plugin, { options }], or as { plugin, options, optional }",
    shape: list(plugin, 500),
  },
  bundles: contributionKeys.bundles,
  insert: contributionKeys.insert,
  rules: contributionKeys.rules,
  properties: contributionKeys.properties,
  guards: contributionKeys.guards,
  cleanups: contributionKeys.cleanups,
  passTypes: contributionKeys.passTypes,
  targets: { doc: "what there is to compile for, the first by default; with `pipeline`", shape: list(text()) },
  levels: { doc: "how much can be optimised, the first by default; with `pipeline`", shape: list(text()) },
  target: contributionKeys.target,
  level: contributionKeys.level,
  option: contributionKeys.option,
  overrides: contributionKeys.overrides,
  retype: contributionKeys.retype,
  independent: contributionKeys.independent,
  strict: contributionKeys.strict,
  instrument: { doc: "what `passwright run` shows of a run: timing, statistics, IR …", shape: instrument },
  threads: {
    doc: "nested pipelines in threads: auto, a number, or { count, except, memory }; none if left out",
    shape: threads,
  },
  inputs: { doc: "files to run on when none are named, relative to this file", shape: list(located()) },
};

/** What a config file may hold: the one definition, for the loader and for editors. */
export const configShape: MapShape<ConfigKeys> = map<ConfigKeys>(configKeys);

/** More than anybody mends before looking again. */
const PROBLEMS = 50;

/** What checking gives: what a file says, or everything that is wrong with it. */
export type FileResult =
  | { readonly ok: true; readonly config: FileConfig }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Checks data that ought to be a config, by itself: whatever it extends is not looked at. */
export function checkConfig(document: DataDocument): FileResult {
  const check = new DataCheck(document);
  const keys = configShape.read(check, document.root, "");
  if (check.diagnostics.length > 0 || keys === undefined) {
    return { ok: false, diagnostics: check.diagnostics.slice(0, PROBLEMS) };
  }
  const entries = document.root.kind === "map" ? document.root.entries : [];
  const options = entries.flatMap(({ key, value }) => (key === "option" && value.kind === "map" ? value.entries : []));
  const placesOf = (all: readonly DataEntry[]): Map<string, SourceLocation> =>
    new Map(all.map(({ key, keyOffset }) => [key, placeIn(document, keyOffset)]));
  const keyPlaces = placesOf(entries).set("", placeIn(document, document.root.offset));
  return { ok: true, config: { keys, keyPlaces, optionPlaces: placesOf(options) } };
}
