import type { Diagnostic, GroupDeclaration, PassDeclaration } from "@passwright/core";
import type { FrameworkPipeline, InsertionData, Manifest, ManifestData, RuleData } from "@passwright/sdk";
import {
  anchorName,
  bundle,
  DataCheck,
  dictionary,
  HOOK_KINDS,
  flag,
  graph,
  guard,
  insertion,
  list,
  map,
  matching,
  number,
  oneOrMore,
  onlyTrue,
  prose,
  property,
  rule,
  steps,
  table,
  text,
  valueOfNode,
  word,
} from "@passwright/sdk/loading";
import type {
  BundleInsertionData,
  CheckedBundle,
  CheckedGraph,
  CheckedStep,
  DataDocument,
  DataNode,
  DeclaredTap,
  GuardData,
  Keys,
  MapShape,
  OptionSchemas,
  Placed,
} from "@passwright/sdk/loading";
import { declarations, options } from "./pass-schema.ts";
import type { PassKeys } from "./pass-schema.ts";

type DeclaredPoint = NonNullable<ManifestData["extensionPoints"]>[string];
type DeclaredHook = NonNullable<FrameworkPipeline["hooks"]>[string];
type Needs = NonNullable<ManifestData["needs"]>;

/** Checked pipeline of a framework, in which each step has a position. */
export interface DeclaredPipeline extends Omit<FrameworkPipeline, "steps" | "graph" | "bundles" | "rules" | "guards"> {
  readonly steps?: readonly Placed<CheckedStep>[];
  readonly graph?: CheckedGraph;
  readonly bundles?: ReadonlyMap<string, CheckedBundle>;
  readonly rules?: readonly Placed<RuleData>[];
  readonly guards?: readonly Placed<GuardData>[];
}

/** Checked manifest, in which each insertion and rule has a position. */
export interface CheckedManifest {
  /** Name in the code of the plugin. */
  readonly name?: string | undefined;
  /** Whether planning needs the code, because it has a `setup` function or options with functions. */
  readonly setup: boolean;
  /** Declared passes, or `undefined` if only the code declares passes. Otherwise, the manifest is complete. */
  readonly passes: readonly PassDeclaration[] | undefined;
  /** Declared options of passes, by pass name. */
  readonly passOptions: ReadonlyMap<string, OptionSchemas>;
  /** Options of the plugin. `undefined` if only the code declares options. */
  readonly options: OptionSchemas | undefined;
  /** Requirements that the framework must meet. */
  readonly needs: Required<Needs>;
  /** Taps that are declared as data instead of in `setup`, each with its hook. */
  readonly taps: readonly DeclaredTap[];
  /** Insertions of passes and bundles. */
  readonly insertions: readonly Placed<InsertionData | BundleInsertionData>[];
  /** Rules about the order of passes and pass types. */
  readonly rules: readonly Placed<RuleData>[];
  /** Bundles that other contributors can insert by name. */
  readonly bundles: ReadonlyMap<string, CheckedBundle>;
  /** Extension points of a framework. `undefined` if only the code declares extension points. */
  readonly extensionPoints: ReadonlyMap<string, DeclaredPoint> | undefined;
  /** Pipeline of a framework. `undefined` if only the code contains the pipeline. */
  readonly pipeline: DeclaredPipeline | undefined;
  /** Data in the form in which the package contains it, for comparisons. */
  readonly data: ManifestData;
}

const tapKeys: Keys<DeclaredTap> = {
  hook: { doc: "the hook to tap", required: true, shape: text() },
  name: { doc: "the name of the tap", required: true, shape: text() },
  before: {
    doc: "names of taps or plugins that are called after this tap",
    shape: oneOrMore("a name, or a list of names"),
  },
  stage: { doc: "taps with lower stages are called first (default: 0)", shape: number },
};

const bundles = table(bundle);
const rules = list(rule);

const pipelineKeys: Keys<DeclaredPipeline> = {
  name: { doc: "name of the framework in plans", required: true, shape: text() },
  anchor: { doc: "the operation that the pipeline runs on", required: true, shape: anchorName },
  nesting: {
    doc: "whether nested passes run at every depth (`everywhere`) or only on direct children (`direct`, the default)",
    shape: word(["everywhere", "direct"]),
  },
  steps: { doc: "the pipeline, as in configs", shape: steps },
  graph: { doc: "the pipelines, as in configs", shape: graph },
  dynamic: { doc: "true: planning needs the code of the framework", shape: onlyTrue },
  bundles: { doc: "bundles of the pipeline, by name", shape: bundles },
  rules: { doc: "rules of the framework", shape: rules },
  guards: { doc: "guards of the framework", shape: list(guard) },
  passTypes: { doc: "additional pass types, with their meaning", shape: dictionary(prose) },
  properties: { doc: "facts about the IR that passes require and provide, by name", shape: dictionary(property) },
  groups: {
    doc: "groups of passes that the host runs in one traversal",
    shape: list(
      map<GroupDeclaration>({
        name: { doc: "the name of the group in pipelines", required: true, shape: text() },
        splits: {
          doc: "whether a plan that splits the group is refused, or accepted with a warning",
          required: true,
          shape: word(["refuse", "report"]),
        },
        visibleWithin: { doc: "true: members can use properties that earlier members provide", shape: flag },
        skipsMembers: { doc: "true: runs leave out members that have nothing to work on", shape: flag },
        anchors: {
          doc: "the operations that the group can run on (default: the outermost operation)",
          shape: list(text()),
        },
      }),
    ),
  },
  cleanups: {
    doc: "idempotent passes that planning can insert before a step that requires a property",
    shape: list(text()),
  },
  externalPasses: { doc: "passes of another program that pipelines can contain", shape: list(text()) },
  targets: { doc: "targets to compile for, the default first", shape: list(text()) },
  levels: { doc: "optimization levels, the default first", shape: list(text()) },
  hooks: {
    doc: "the hooks that plugins tap, each with tapable's class and the names of its arguments",
    shape: dictionary(
      map<DeclaredHook>({
        kind: { doc: "tapable's class", required: true, shape: word(HOOK_KINDS) },
        args: { doc: "names of the arguments", required: true, shape: list(text()) },
        doc: { doc: "when the hook is called, and the meaning of results", shape: prose },
      }),
    ),
  },
};

interface DataKeys extends Partial<
  Pick<CheckedManifest, "name" | "setup" | "options" | "taps" | "rules" | "bundles" | "extensionPoints" | "pipeline">
> {
  readonly passes?: readonly PassKeys[];
  readonly needs?: Needs;
  readonly insert?: CheckedManifest["insertions"];
}

const dataKeys: Keys<DataKeys> = {
  name: { doc: "the name of the plugin in its code, as in references to its bundles: `name::bundle`", shape: text() },
  setup: {
    doc: "false: the code has no `setup` and no options with functions, so planning does not need the code",
    shape: flag,
  },
  passes: { doc: "declarations of the passes", shape: declarations },
  options: { doc: "the options that a config can set, as JSON Schema", shape: options },
  needs: {
    doc: "{ extensionPoints, passTypes } that the framework must have",
    shape: map<Needs>({
      extensionPoints: { doc: "extension points that the framework must have", shape: list(text()) },
      passTypes: { doc: "pass types that the framework must have", shape: list(text()) },
    }),
  },
  taps: { doc: "taps that are declared outside of `setup`: { hook, name }", shape: list(map<DeclaredTap>(tapKeys)) },
  insert: { doc: "insertions that are declared outside of `setup`", shape: list(insertion) },
  rules: { doc: "rules that are declared outside of `setup`", shape: rules },
  bundles: { doc: "bundles that configs and plugins can insert by name", shape: bundles },
  extensionPoints: {
    doc: "for a framework: extension points, each with the first version that has it",
    shape: table(
      map<DeclaredPoint>({
        since: { doc: "the first version of the framework that has it", required: true, shape: text() },
        doc: { doc: "the state of the IR at the extension point", shape: prose },
        formerly: { doc: "former names, which plugins can still use", shape: list(text()) },
        deprecated: { doc: "the replacement for this deprecated extension point", shape: prose },
      }),
    ),
  },
  pipeline: {
    doc: "for a framework: the pipeline and other data for planning",
    shape: map<DeclaredPipeline>(pipelineKeys, ["steps", "graph", "dynamic"]),
  },
};

/** Those keys of the field `passwright` in package.json that are not generated. */
export type FieldHead = Pick<Manifest, "kind" | "api" | "entry" | "manifest">;

const headKeys: Keys<FieldHead> = {
  kind: { doc: '"plugin", "framework" or "ir"', required: true, shape: word(["plugin", "framework", "ir"]) },
  api: {
    doc: 'the range of plugin API versions that it supports, such as "^1.0.0"',
    required: true,
    shape: text('a range such as "^1.0.0"'),
  },
  entry: { doc: "the module that exports the plugin, framework or IR, relative to the package", shape: text() },
  manifest: {
    doc: "the file with the rest of the manifest, relative to the package, which `passwright manifest` writes",
    shape: matching("a .json file other than package.json", String.raw`^(?!(.*[/\\])?package\.json$).+\.json$`),
  },
};

const dataShape: MapShape<DataKeys> = map<DataKeys>(dataKeys);

export const MANIFEST_NAME = "package.json";

/** Shape of the field `passwright` in package.json. Used to check packages and to generate the JSON Schema. */
export const manifestShape: MapShape<FieldHead & DataKeys> = map<FieldHead & DataKeys>({ ...headKeys, ...dataKeys });

export interface CheckResult<T> {
  readonly found?: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks the field `passwright` of a package.json. `document` is the whole file, for positions. */
export function checkField(
  document: DataDocument,
  field: DataNode,
): CheckResult<{ readonly head: FieldHead; readonly manifest: CheckedManifest }> {
  const check = new DataCheck({ ...document, root: field });
  const found = manifestShape.read(check, field, "passwright");
  if (found !== undefined && found.manifest !== undefined) {
    const beside = field.kind === "map" ? field.entries.filter(({ key }) => Object.hasOwn(dataKeys, key)) : [];
    for (const { key, value } of beside) {
      const help = `remove \`${key}\`, which \`passwright manifest\` writes to ${found.manifest}`;
      check.wrong(value, `passwright.${key}`, `in ${found.manifest}`, "in package.json", help);
    }
  }
  const { diagnostics } = check;
  if (diagnostics.length > 0 || found === undefined) return { diagnostics };
  return { found: { head: found, manifest: manifestOf(found, field) }, diagnostics };
}

export function checkData(document: DataDocument): CheckResult<CheckedManifest> {
  const check = new DataCheck(document);
  const found = dataShape.read(check, document.root, "");
  const { diagnostics } = check;
  return diagnostics.length > 0 || found === undefined
    ? { diagnostics }
    : { found: manifestOf(found, document.root), diagnostics };
}

function manifestOf(found: DataKeys, node: DataNode): CheckedManifest {
  const { setup = true, needs = {}, passes } = found;
  const passOptions = (passes ?? []).flatMap(({ name, options: own }): [string, OptionSchemas][] =>
    own === undefined ? [] : [[name, own]],
  );
  const written = valueOfNode(node) as { readonly [key: string]: unknown };
  return {
    name: found.name,
    setup,
    passes: passes?.map(({ options: _options, ...declaration }) => declaration),
    passOptions: new Map(passOptions),
    options: found.options,
    needs: { extensionPoints: needs.extensionPoints ?? [], passTypes: needs.passTypes ?? [] },
    taps: found.taps ?? [],
    insertions: found.insert ?? [],
    rules: found.rules ?? [],
    bundles: found.bundles ?? new Map(),
    extensionPoints: found.extensionPoints,
    pipeline: found.pipeline,
    data: Object.fromEntries(Object.entries(written).filter(([key]) => Object.hasOwn(dataKeys, key))),
  };
}

export const EMPTY_MANIFEST: CheckedManifest = manifestOf({}, { kind: "map", entries: [] });
