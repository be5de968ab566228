import { type Diagnostic, type PassDeclaration } from "@passwright/core";
import { type InsertionData, type Manifest, type RuleData } from "@passwright/sdk";
import { insertion, rule } from "../config/contribution-schema.ts";
import { DataCheck } from "../config/data-check.ts";
import { declaredTwice } from "../config/data-errors.ts";
import { type Keys, map, type MapShape } from "../config/map-shape.ts";
import { type DataDocument, type DataNode } from "../config/node.ts";
import { flag, list, mapped, named, type Placed, type Shape, table, text, word } from "../config/shape.ts";
import { type OptionSchema, optionSchema } from "./option-schema.ts";

export type OptionSchemas = { readonly [name: string]: OptionSchema };

/** A manifest after it was checked. Insertions and rules keep the lines of package.json that they stand on. */
export interface CheckedManifest {
  readonly kind: Manifest["kind"];
  readonly api: string;
  readonly entry: string | undefined;
  readonly setup: boolean;
  readonly passes: readonly PassDeclaration[] | undefined;
  /** The options of passes, by name, as far as they are declared. */
  readonly passOptions: ReadonlyMap<string, OptionSchemas>;
  /** The options that a config may set; `undefined` if only the code knows. */
  readonly options: OptionSchemas | undefined;
  readonly needs: { readonly extensionPoints: readonly string[]; readonly passTypes: readonly string[] };
  /** Of a framework; `undefined` if only the code knows. */
  readonly extensionPoints: ReadonlyMap<string, DeclaredPoint> | undefined;
  readonly insertions: readonly Placed<InsertionData>[];
  readonly rules: readonly Placed<RuleData>[];
}

type DeclaredPoint = NonNullable<Manifest["extensionPoints"]>[string];

const options: Shape<OptionSchemas> = mapped(table(optionSchema), (found) => Object.fromEntries(found));

interface PassKeys extends PassDeclaration {
  readonly options?: OptionSchemas;
}

const passKeys: Keys<PassKeys> = {
  name: { doc: "the name of the pass in pipelines", required: true, shape: text() },
  summary: { doc: "one line for lists and help", shape: text() },
  description: { doc: "longer text for the documentation, Markdown", shape: text() },
  displayName: { doc: "the name that timing and IR dumps show", shape: text() },
  anchor: { doc: "the operation that it runs on; any if left out", shape: text() },
  interface: { doc: "an interface that operations it runs on implement", shape: text() },
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
      if (seen.has(name)) check.diagnostics.push(declaredTwice(check.document, offset, name));
      seen.add(name);
    });
    return passes;
  },
);

interface ManifestKeys extends Omit<CheckedManifest, "insertions" | "passOptions" | "needs"> {
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
  setup: { doc: "false: the code has no setup, so that planning needs none of it", shape: flag },
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
        doc: { doc: "what holds of the IR there", shape: text() },
        formerly: { doc: "names that it had before, which plugins may still ask for", shape: list(text()) },
      }),
    ),
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
      passes: found.passes?.map(({ options: _options, ...declaration }) => declaration),
      passOptions: new Map(passOptions),
      options: found.options,
      needs: { extensionPoints: needs.extensionPoints ?? [], passTypes: needs.passTypes ?? [] },
      extensionPoints: found.extensionPoints,
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
    passes: undefined,
    passOptions: new Map(),
    options: undefined,
    extensionPoints: undefined,
    needs: { extensionPoints: [], passTypes: [] },
    insertions: [],
    rules: [],
  };
}
