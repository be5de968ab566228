import { type Properties, type Property, type Selector } from "@passwright/builder";
import { property } from "./property-schema.ts";
import { type Diagnostic, type SourceLocation } from "@passwright/core";
import {
  type CheckedOverride,
  type FileConfig,
  type GuardData,
  type PluginInConfig,
  type RetypeData,
} from "./config.ts";
import { insertionInConfig, rule, target } from "./contribution-schema.ts";
import { DataCheck } from "./data-check.ts";
import { type CheckedGraph, graph } from "./graph-schema.ts";
import { instrument } from "./instrument-schema.ts";
import { type Keys, map, type MapShape, variants } from "./map-shape.ts";
import { type DataDocument, type DataNode } from "./node.ts";
import { placeIn } from "./places.ts";
import { bundle, type CheckedPipeline, pipeline } from "./pipeline-schema.ts";
import {
  either,
  list,
  located,
  type Located,
  mapped,
  placed,
  type Placed,
  prose,
  scalar,
  type Shape,
  table,
  text,
  textSchema,
  values,
} from "./shape.ts";
import { threads } from "./threads-schema.ts";

type PluginHere = Located & Pick<PluginInConfig, "options" | "optionPlaces">;

/** plugin ::= name | `[` name `,` options `]` */
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
    ],
  }),
};

function readPlugin(check: DataCheck, node: DataNode, path: string): PluginHere | undefined {
  if (node.kind !== "list") {
    const found = check.text(node, path, "the name of a plugin, or a list [plugin, { options }]");
    return found === undefined ? undefined : { text: found, at: placeIn(check.document, node.offset), options: {} };
  }
  const [first, second, ...rest] = node.items;
  if (first === undefined || rest.length > 0) return check.wrong(node, path, "a list of two, [plugin, { options }]");
  const found = check.text(first, `${path}[0]`);
  const options = check.values(second, `${path}[1]`) ?? {};
  const entries = second?.kind === "map" ? second.entries : [];
  const optionPlaces = Object.fromEntries(
    entries.map(({ key, value }): [string, SourceLocation] => [key, placeIn(check.document, value.offset)]),
  );
  return found === undefined
    ? undefined
    : { text: found, at: placeIn(check.document, first.offset), options, optionPlaces };
}

interface OverrideKeys {
  readonly ban?: string;
  readonly pin?: string;
  readonly order?: string;
  readonly overrule?: Target;
  readonly set?: string;
  readonly before?: Target;
  readonly after?: Target;
  readonly beforeSome?: Target;
  readonly afterSome?: Target;
  readonly options?: { readonly [name: string]: unknown };
  readonly reason?: string;
}

type Target = string | { readonly type: string };

const reason = { doc: "why, for those who read the plan", shape: prose } as const;
const whom = { doc: "a pass, or { type }", shape: target } as const;

const override: Shape<CheckedOverride> = mapped(
  variants<OverrideKeys>({
    ban: map<Pick<OverrideKeys, "ban" | "reason">>({
      ban: { doc: "the name or address of steps to leave out", required: true, shape: text() },
      reason,
    }),
    pin: map<Pick<OverrideKeys, "pin" | "reason">>({
      pin: { doc: "the name or address of steps to keep", required: true, shape: text() },
      reason,
    }),
    order: map<Pick<OverrideKeys, "order" | "before" | "after" | "reason">>(
      {
        order: { doc: "the name of a pass to keep `before` or `after` others", required: true, shape: text() },
        before: whom,
        after: whom,
        reason,
      },
      ["before", "after"],
    ),
    overrule: map<Pick<OverrideKeys, "overrule" | "before" | "after" | "beforeSome" | "afterSome" | "reason">>(
      {
        overrule: {
          doc: "a pass, or { type }: leave out the rule that says this of it",
          required: true,
          shape: target,
        },
        before: whom,
        after: whom,
        beforeSome: whom,
        afterSome: whom,
        reason: { ...reason, required: true },
      },
      ["before", "after", "beforeSome", "afterSome"],
    ),
    set: map<Pick<OverrideKeys, "set" | "options" | "reason">>({
      set: { doc: "the name or address of steps to give `options`", required: true, shape: text() },
      options: { doc: "options of the pass, beside those that the step has", required: true, shape: values },
      reason,
    }),
  }),
  ({ ban, pin, order, overrule, set, options = {}, reason: why, ...relations }): CheckedOverride => {
    const because = why === undefined ? {} : { reason: why };
    if (ban !== undefined) return { ban, ...because };
    if (pin !== undefined) return { pin, ...because };
    if (set !== undefined) return { set, options, ...because };
    const relation = RELATIONS.find((one) => relations[one] !== undefined) ?? "after";
    const other = selectorOf(relations[relation] ?? "");
    if (overrule !== undefined) {
      return { overrule: selectorOf(overrule), relation, target: other, reason: why ?? "" };
    }
    return { order: order ?? "", relation: relation === "before" ? "before" : "after", target: other, ...because };
  },
);

const RELATIONS = ["before", "after", "beforeSome", "afterSome"] as const;

function selectorOf(one: Target): Selector {
  return typeof one === "string" ? { pass: one } : one;
}

interface ConfigKeys {
  readonly $schema?: string;
  readonly extends?: readonly Located[];
  readonly name?: Located;
  readonly framework?: Located;
  readonly pipeline?: Placed<CheckedPipeline>;
  readonly graph?: CheckedGraph;
  readonly anchor?: Located;
  readonly ir?: Located;
  readonly plugins?: readonly PluginHere[];
  readonly bundles?: FileConfig["bundles"];
  readonly insert?: FileConfig["insertions"];
  readonly rules?: FileConfig["rules"];
  readonly properties?: ReadonlyMap<string, Property>;
  readonly guards?: readonly Placed<GuardData>[];
  readonly cleanups?: readonly Located[];
  readonly passTypes?: ReadonlyMap<string, string>;
  readonly targets?: readonly string[];
  readonly levels?: readonly string[];
  readonly target?: Located;
  readonly level?: Located;
  readonly option?: ReadonlyMap<string, string | number | boolean>;
  readonly overrides?: readonly Placed<CheckedOverride>[];
  readonly retype?: readonly Placed<RetypeData>[];
  readonly instrument?: FileConfig["instrument"];
  readonly threads?: FileConfig["threads"];
  readonly inputs?: readonly Located[];
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
    doc: "packages, folders or files of plugins, each alone or as [plugin, { options }]",
    shape: list(plugin, 500),
  },
  bundles: { doc: "passes that go together, by name, for `pipeline` and `insert`", shape: table(bundle) },
  insert: {
    doc: "passes to insert: { pass | bundle, before | after | beforeType | afterType | at | end }",
    shape: list(insertionInConfig),
  },
  rules: {
    doc: "demands on the pipeline: { pass | type, before | after | beforeSome | afterSome, reason }",
    shape: list(rule),
  },
  properties: { doc: "facts about the IR that passes require and provide, by name", shape: table(property) },
  guards: {
    doc: "stretches in which every pass has to preserve a property: { property, from, to, reason }",
    shape: list(
      placed(
        map<GuardData>({
          property: { doc: "the property", required: true, shape: text() },
          from: { doc: "the pass that the stretch begins after", required: true, shape: text() },
          to: { doc: "the pass that the stretch ends before", required: true, shape: text() },
          reason: { doc: "why", required: true, shape: prose },
        }),
      ),
    ),
  },
  cleanups: {
    doc: "passes that may be inserted where a property is needed, and of which running one twice is running it once",
    shape: list(located()),
  },
  passTypes: { doc: "pass types of its own, with what they mean", shape: table(prose) },
  targets: { doc: "what there is to compile for, the first by default; with `pipeline`", shape: list(text()) },
  levels: { doc: "how much can be optimised, the first by default; with `pipeline`", shape: list(text()) },
  target: { doc: "what to compile for: one of the framework's targets", shape: located() },
  level: { doc: "how much to optimise: one of the framework's levels", shape: located() },
  option: { doc: "values for what `when: { option }` asks", shape: table(scalar) },
  overrides: {
    doc: "the last word: { ban | pin | order | overrule | set, reason }, with the name or address of a step",
    shape: list(placed(override)),
  },
  retype: {
    doc: "types for passes of others: { pass, types }",
    shape: list(
      placed(
        map<RetypeData>({
          pass: { doc: "the name of a pass", required: true, shape: text() },
          types: { doc: "its types", required: true, shape: list(text()) },
        }),
      ),
    ),
  },
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
  const found = configShape.read(check, document.root, "");
  if (check.diagnostics.length > 0 || found === undefined) {
    return { ok: false, diagnostics: check.diagnostics.slice(0, PROBLEMS) };
  }
  const entries = document.root.kind === "map" ? document.root.entries : [];
  const placeOf = (key: string): SourceLocation =>
    placeIn(document, entries.find((entry) => entry.key === key)?.keyOffset);
  return {
    ok: true,
    config: {
      extends: found.extends ?? [],
      name: found.name,
      framework: found.framework,
      pipeline: found.pipeline && { ...found.pipeline, at: placeOf("pipeline") },
      graph: found.graph && { ...found.graph, at: placeOf("graph") },
      anchor: found.anchor,
      ir: found.ir,
      plugins: found.plugins ?? [],
      bundles: found.bundles ?? new Map(),
      insertions: found.insert ?? [],
      rules: found.rules ?? [],
      properties: Object.fromEntries(found.properties ?? []) as Properties,
      guards: found.guards ?? [],
      cleanups: found.cleanups ?? [],
      passTypes: found.passTypes,
      targets: found.targets,
      levels: found.levels,
      target: found.target,
      level: found.level,
      option: Object.fromEntries(found.option ?? []),
      optionPlaces: new Map(
        entries
          .flatMap(({ key, value }) => (key === "option" && value.kind === "map" ? value.entries : []))
          .map(({ key, keyOffset }): [string, SourceLocation] => [key, placeIn(document, keyOffset)]),
      ),
      overrides: found.overrides ?? [],
      retypes: found.retype ?? [],
      instrument: found.instrument ?? {},
      threads: found.threads,
      inputs: found.inputs ?? [],
      keyPlaces: new Map([
        ["", placeIn(document, document.root.offset)],
        ...entries.map(({ key, keyOffset }): [string, SourceLocation] => [key, placeIn(document, keyOffset)]),
      ]),
    },
  };
}
