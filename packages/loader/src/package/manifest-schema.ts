import { type Diagnostic, type PassDeclaration } from "@passwright/core";
import { type InsertionData, type Manifest, type RuleData } from "@passwright/sdk";
import { type Placed, readInsertion, readRule } from "../config/contribution-schema.ts";
import { DataCheck, type KeyDoc } from "../config/data-check.ts";
import { type DataDocument, type DataNode } from "../config/node.ts";

/** A manifest after it was checked. Insertions and rules keep the lines of package.json that they stand on. */
export interface CheckedManifest {
  readonly kind: Manifest["kind"];
  readonly api: string;
  readonly entry: string | undefined;
  readonly setup: boolean;
  readonly passes: readonly PassDeclaration[] | undefined;
  readonly needs: { readonly extensionPoints: readonly string[]; readonly passTypes: readonly string[] };
  readonly insertions: readonly Placed<InsertionData>[];
  readonly rules: readonly Placed<RuleData>[];
}

const manifestKeys: { readonly [key: string]: KeyDoc } = {
  kind: { doc: '"plugin" or "framework"', required: true },
  api: { doc: 'the range of plugin API versions that it works with, such as "^1.0.0"', required: true },
  entry: { doc: "the module with the plugin or framework, relative to the package" },
  setup: { doc: "false: the code has no setup, so that planning needs none of it" },
  passes: { doc: "declarations of its passes" },
  needs: { doc: "{ extensionPoints, passTypes } that the framework must have" },
  insert: { doc: "insertions that need no code" },
  rules: { doc: "rules that need no code" },
};

const needsKeys: { readonly [key: string]: KeyDoc } = {
  extensionPoints: { doc: "extension points that the framework must have" },
  passTypes: { doc: "pass types that the framework must have" },
};

const TEXT_FIELDS = ["summary", "description", "displayName", "anchor", "interface"] as const;
const LIST_FIELDS = [
  "dependentDialects",
  "types",
  "requires",
  "forbids",
  "provides",
  "invalidates",
  "preserves",
] as const;
const FLAG_FIELDS = ["idempotent", "poorTarget"] as const;

const passKeys: { readonly [key: string]: KeyDoc } = {
  name: { doc: "the name of the pass in pipelines", required: true },
  ...Object.fromEntries([...TEXT_FIELDS, ...LIST_FIELDS, ...FLAG_FIELDS].map((name) => [name, { doc: "" }])),
};

/** Checks the `passwright` field of a package.json. `document` is the whole file, so that places are those in the file. */
export function checkManifest(
  document: DataDocument,
  field: DataNode,
): { readonly manifest?: CheckedManifest; readonly diagnostics: readonly Diagnostic[] } {
  const check = new DataCheck({ ...document, root: field });
  const found = check.map(field, "passwright", manifestKeys) ?? new Map<string, DataNode>();
  const kind = check.word(found.get("kind"), "passwright.kind", ["plugin", "framework"]);
  const api = check.text(found.get("api"), "passwright.api", 'a range such as "^1.0.0"');
  const entry = check.text(found.get("entry"), "passwright.entry");
  const setup = check.boolean(found.get("setup"), "passwright.setup") ?? true;
  const passes = check.list(found.get("passes"), "passwright.passes", (node, path) => readPass(check, node, path));
  const needs = readNeeds(check, found.get("needs"));
  const insertions = check.list(found.get("insert"), "passwright.insert", (node, path) =>
    readInsertion(check, node, path),
  );
  const rules = check.list(found.get("rules"), "passwright.rules", (node, path) => readRule(check, node, path));
  const { diagnostics } = check;
  if (diagnostics.length > 0 || kind === undefined || api === undefined) return { diagnostics };
  const declared = found.has("passes") ? passes : undefined;
  return { manifest: { kind, api, entry, setup, passes: declared, needs, insertions, rules }, diagnostics };
}

function readNeeds(check: DataCheck, node: DataNode | undefined): CheckedManifest["needs"] {
  const found = node === undefined ? undefined : check.map(node, "passwright.needs", needsKeys);
  return {
    extensionPoints: check.texts(found?.get("extensionPoints"), "passwright.needs.extensionPoints"),
    passTypes: check.texts(found?.get("passTypes"), "passwright.needs.passTypes"),
  };
}

function readPass(check: DataCheck, node: DataNode, path: string): PassDeclaration | undefined {
  const found = check.map(node, path, passKeys);
  const name = check.text(found?.get("name"), `${path}.name`);
  if (found === undefined || name === undefined) return undefined;
  const fields: [string, unknown][] = [
    ...TEXT_FIELDS.map((key): [string, unknown] => [key, check.text(found.get(key), `${path}.${key}`)]),
    ...LIST_FIELDS.map((key): [string, unknown] => [
      key,
      found.has(key) ? check.texts(found.get(key), `${path}.${key}`) : undefined,
    ]),
    ...FLAG_FIELDS.map((key): [string, unknown] => [key, check.boolean(found.get(key), `${path}.${key}`)]),
  ];
  return { name, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}
