import { findBadSpec } from "@passwright/core";
import type { Diagnostic, PassDeclaration } from "@passwright/core";
import type { FrameworkPipeline, InsertionData, Manifest, RuleData } from "@passwright/sdk";
import {
  DataCheck,
  HOOK_KINDS,
  dataErrors,
  elementName,
  flag,
  insertion,
  list,
  located,
  map,
  mapped,
  named,
  number,
  oneOrMore,
  optionSchema,
  optionSpecs,
  prose,
  property,
  rule,
  stepsInManifest,
  table,
  text,
  word,
} from "@passwright/sdk/loading";
import type {
  CheckedStep,
  DataDocument,
  DataNode,
  Keys,
  Located,
  MapShape,
  OptionSchemas,
  Placed,
  Shape,
} from "@passwright/sdk/loading";

/** A manifest after it was checked. Insertions and rules keep the lines of package.json that they stand on. */
export interface CheckedManifest {
  readonly kind: Manifest["kind"];
  readonly api: string;
  readonly entry: string | undefined;
  readonly setup: boolean | "declared";
  /** Of a setup that is declared. */
  readonly taps: readonly DeclaredTap[];
  readonly passes: readonly PassDeclaration[] | undefined;
  /** The options of passes, by name, as far as they are declared. */
  readonly passOptions: ReadonlyMap<string, OptionSchemas>;
  /** The options that a config may set; `undefined` if only the code knows. */
  readonly options: OptionSchemas | undefined;
  readonly needs: { readonly extensionPoints: readonly string[]; readonly passTypes: readonly string[] };
  /** Of a framework; `undefined` if only the code knows. */
  readonly extensionPoints: ReadonlyMap<string, DeclaredPoint> | undefined;
  /** Of a framework that can be planned with unseen. */
  readonly pipeline: DeclaredPipeline | undefined;
  readonly insertions: readonly Placed<InsertionData>[];
  readonly rules: readonly Placed<RuleData>[];
}

/** A tap as a manifest declares it. */
export type DeclaredTap = NonNullable<Manifest["taps"]>[number];

/** The pipeline of a framework as its manifest declares it. Steps keep the lines of package.json that they stand on. */
export interface DeclaredPipeline extends Omit<FrameworkPipeline, "steps" | "uses"> {
  readonly uses?: readonly Located[];
  readonly steps: readonly Placed<CheckedStep>[];
}

type DeclaredPoint = NonNullable<Manifest["extensionPoints"]>[string];

const options: Shape<OptionSchemas> = mapped(table(optionSchema), (found, check, node) => {
  const schemas = Object.fromEntries(found);
  // What is wrong with a part of a schema is reported already.
  const problem = check.diagnostics.length > 0 ? undefined : findBadSpec(optionSpecs(schemas));
  if (problem !== undefined) check.diagnostics.push(dataErrors.badOptionTable(check.document, node.offset, problem));
  return schemas;
});

interface PassKeys extends PassDeclaration {
  readonly options?: OptionSchemas;
}

const passKeys: Keys<PassKeys> = {
  name: { doc: "the name of the pass in pipelines", required: true, shape: elementName },
  summary: { doc: "one line for lists and help", shape: prose },
  description: { doc: "longer text for the documentation, Markdown", shape: prose },
  displayName: { doc: "the name that timing and IR dumps show", shape: text() },
  anchor: { doc: "the operation that it runs on; any if left out", shape: text() },
  interface: { doc: "an interface that operations it runs on implement", shape: text() },
  trait: { doc: "a trait that operations it runs on must have", shape: text() },
  dependentDialects: { doc: "dialects whose operations it may create", shape: list(text()) },
  types: { doc: "its pass types", shape: list(text()) },
  requires: { doc: "properties that must hold before it", shape: list(text()) },
  forbids: { doc: "properties that must not hold before it", shape: list(text()) },
  provides: { doc: "properties that hold after it", shape: list(text()) },
  invalidates: { doc: "properties that no longer hold after it", shape: list(text()) },
  preserves: { doc: "properties and analyses that are as true after it as before", shape: list(text()) },
  idempotent: { doc: "running it twice in a row is running it once", shape: flag },
  poorTarget: { doc: "inserting beside it by name is rarely what is meant", shape: flag },
  options: { doc: "its options, as JSON Schema: checked without code", shape: options },
};

/** Declarations of passes, each name once. */
const declarations: Shape<readonly PassKeys[]> = mapped(
  list(named("pass", () => map<PassKeys>(passKeys))),
  (passes, check, node) => {
    const seen = new Set<string>();
    passes.forEach(({ name }, index) => {
      const offset = node.kind === "list" ? node.items[index]?.offset : undefined;
      if (seen.has(name)) check.diagnostics.push(dataErrors.declaredTwice(check.document, offset, name));
      seen.add(name);
    });
    return passes;
  },
);

const asTable = <T>(value: Shape<T>): Shape<{ readonly [name: string]: T }> =>
  mapped(table(value), (found) => Object.fromEntries(found));

const tapKeys: Keys<DeclaredTap> = {
  hook: { doc: "the hook of the framework that it taps", required: true, shape: text() },
  name: { doc: "the name of the tap", required: true, shape: text() },
  before: { doc: "names of taps or plugins that it comes before", shape: oneOrMore("a name, or a list of names") },
  stage: { doc: "lower stages come first; 0 if left out", shape: number },
};

const pipelineKeys: Keys<DeclaredPipeline> = {
  name: { doc: "what plans call the framework", required: true, shape: text() },
  anchor: { doc: "the operation that the pipeline runs on", required: true, shape: text() },
  nesting: {
    doc: "whether a nested pass runs at every depth below (`everywhere`) or directly inside (`direct`, the default)",
    shape: word(["everywhere", "direct"]),
  },
  steps: { doc: "the pipeline, as configs have it", required: true, shape: stepsInManifest },
  uses: { doc: "plugins whose passes the pipeline has; its own are in `passes`", shape: list(located()) },
  passTypes: { doc: "pass types of its own, with what they mean", shape: asTable(prose) },
  properties: { doc: "facts about the IR that passes require and provide, by name", shape: asTable(property) },
  cleanups: {
    doc: "passes that may be inserted where a property is needed, and of which running one twice is running it once",
    shape: list(text()),
  },
  targets: { doc: "what there is to compile for, the first by default", shape: list(text()) },
  levels: { doc: "how much can be optimised, the first by default", shape: list(text()) },
  hooks: {
    doc: "the hooks that plugins tap, each with tapable's class and the names of its arguments",
    shape: asTable(
      map<NonNullable<DeclaredPipeline["hooks"]>[string]>({
        kind: {
          doc: "tapable's class",
          required: true,
          shape: word(HOOK_KINDS),
        },
        args: { doc: "names of its arguments", required: true, shape: list(text()) },
        doc: { doc: "when it is called, and what an answer means", shape: prose },
      }),
    ),
  },
};

/** `true`, `false` or `declared`. */
const setupShape: Shape<boolean | "declared"> = {
  read: (check, node, path) => {
    const value = node.kind === "scalar" ? node.value : undefined;
    if (typeof value === "boolean" || value === "declared") return value;
    return check.wrong(node, path, 'true, false or "declared"');
  },
  schema: () => ({ enum: [true, false, "declared"] }),
};

interface ManifestKeys extends Omit<CheckedManifest, "insertions" | "passOptions" | "needs" | "taps" | "pipeline"> {
  readonly taps?: CheckedManifest["taps"];
  readonly pipeline?: DeclaredPipeline;
  readonly passes: readonly PassKeys[] | undefined;
  readonly needs?: Partial<CheckedManifest["needs"]>;
  readonly insert?: CheckedManifest["insertions"];
}

const manifestKeys: Keys<ManifestKeys> = {
  kind: { doc: '"plugin", "framework" or "ir"', required: true, shape: word(["plugin", "framework", "ir"]) },
  api: {
    doc: 'the range of plugin API versions that it works with, such as "^1.0.0"',
    required: true,
    shape: text('a range such as "^1.0.0"'),
  },
  entry: { doc: "the module with the plugin, framework or IR, relative to the package", shape: text() },
  setup: {
    doc: "planning needs none of the code if this is false: it has no setup; or declared: `insert`, `rules` and `taps` say all that its setup does",
    shape: setupShape,
  },
  taps: { doc: "what a declared setup taps: { hook, name }", shape: list(map<DeclaredTap>(tapKeys)) },
  passes: { doc: "declarations of its passes", shape: declarations },
  options: { doc: "the options that a config may set, as JSON Schema: checked without code", shape: options },
  needs: {
    doc: "{ extensionPoints, passTypes } that the framework must have",
    shape: map<Partial<CheckedManifest["needs"]>>({
      extensionPoints: { doc: "extension points that the framework must have", shape: list(text()) },
      passTypes: { doc: "pass types that the framework must have", shape: list(text()) },
    }),
  },
  extensionPoints: {
    doc: "of a framework: its extension points, each with the version that has it since",
    shape: table(
      map<DeclaredPoint>({
        since: { doc: "the version of the framework that has it since", required: true, shape: text() },
        doc: { doc: "what holds of the IR there", shape: prose },
        formerly: { doc: "names that it had before, which plugins may still ask for", shape: list(text()) },
        deprecated: { doc: "it will go: what to take instead", shape: prose },
      }),
    ),
  },
  pipeline: {
    doc: "of a framework: its pipeline and what else planning looks at, so that planning needs none of the code",
    shape: map<DeclaredPipeline>(pipelineKeys),
  },
  insert: { doc: "insertions that need no code", shape: list(insertion) },
  rules: { doc: "rules that need no code", shape: list(rule) },
};

/** What the field `passwright` of a package.json may hold: the one definition, for the loader and for editors. */
export const manifestShape: MapShape<ManifestKeys> = map<ManifestKeys>(manifestKeys);

/** Checks the `passwright` field of a package.json. `document` is the whole file, so that places are those in the file. */
export function checkManifest(
  document: DataDocument,
  field: DataNode,
): { readonly manifest?: CheckedManifest; readonly diagnostics: readonly Diagnostic[] } {
  const check = new DataCheck({ ...document, root: field });
  const found = manifestShape.read(check, field, "passwright");
  const { diagnostics } = check;
  if (diagnostics.length > 0 || found === undefined) return { diagnostics };
  const { kind, api, entry, setup = true, needs = {} } = found;
  const passOptions = (found.passes ?? []).flatMap(({ name, options: own }): [string, OptionSchemas][] =>
    own === undefined ? [] : [[name, own]],
  );
  return {
    manifest: {
      kind,
      api,
      entry,
      setup,
      taps: found.taps ?? [],
      passes: found.passes?.map(({ options: _options, ...declaration }) => declaration),
      passOptions: new Map(passOptions),
      options: found.options,
      needs: { extensionPoints: needs.extensionPoints ?? [], passTypes: needs.passTypes ?? [] },
      extensionPoints: found.extensionPoints,
      pipeline: found.pipeline,
      insertions: found.insert ?? [],
      rules: found.rules ?? [],
    },
    diagnostics,
  };
}

/** The manifest of what has none: a file on its own, or a package that is left out. */
export function noManifestOf(kind: Manifest["kind"]): CheckedManifest {
  return {
    kind,
    api: "*",
    entry: undefined,
    setup: true,
    taps: [],
    passes: undefined,
    passOptions: new Map(),
    options: undefined,
    extensionPoints: undefined,
    pipeline: undefined,
    needs: { extensionPoints: [], passTypes: [] },
    insertions: [],
    rules: [],
  };
}
