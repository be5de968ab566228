import { type Diagnostic, type SourceLocation } from "@passwright/core";
import {
  type CheckedConfig,
  type CheckedOverride,
  type NamedInConfig,
  type PluginInConfig,
  type RetypeData,
} from "./config.ts";
import { placed, type Placed, readInsertion, readRule, readTarget } from "./contribution-schema.ts";
import { DataCheck, type KeyDoc } from "./data-check.ts";
import { placeIn } from "./data-errors.ts";
import { type DataDocument, type DataNode } from "./node.ts";

const configKeys: { readonly [key: string]: KeyDoc } = {
  framework: { doc: "the package, folder or file of the framework whose pipeline this is", required: true },
  plugins: { doc: "packages, folders or files of plugins, each alone or as [plugin, { options }]" },
  insert: { doc: "passes to insert: { pass, before | after | beforeType | afterType | at | end }" },
  rules: { doc: "demands on the pipeline: { pass | type, before | after | beforeSome | afterSome, reason }" },
  target: { doc: "what to compile for: one of the framework's targets" },
  level: { doc: "how much to optimise: one of the framework's levels" },
  overrides: { doc: "the last word: { ban | pin | order, reason }, with the name or address of a step" },
  retype: { doc: "types for passes of others: { pass, types }" },
  inputs: { doc: "files to run on when none are named" },
};

const overrideKeys: { readonly [key: string]: KeyDoc } = {
  ban: { doc: "the name or address of steps to leave out" },
  pin: { doc: "the name or address of steps to keep" },
  order: { doc: "the name of a pass to keep `before` or `after` others" },
  before: { doc: "with order: a pass, or { type }" },
  after: { doc: "with order: a pass, or { type }" },
  reason: { doc: "why, for those who read the plan" },
};

const retypeKeys: { readonly [key: string]: KeyDoc } = {
  pass: { doc: "the name of a pass", required: true },
  types: { doc: "its types", required: true },
};

/** What checking gives: a config, or everything that is wrong with it. */
export type ConfigResult =
  | { readonly ok: true; readonly config: CheckedConfig }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Checks data that ought to be a config. `path` is the file's absolute path, `name` what origins call it. */
export function checkConfig(
  document: DataDocument,
  file: { readonly path: string; readonly name: string },
): ConfigResult {
  const check = new DataCheck(document);
  const found = check.map(document.root, "", configKeys);
  const framework = named(check, found?.get("framework"), "framework");
  const plugins = check.list(found?.get("plugins"), "plugins", (node, path) => readPlugin(check, node, path));
  const insertions = check.list(found?.get("insert"), "insert", (node, path) => readInsertion(check, node, path));
  const rules = check.list(found?.get("rules"), "rules", (node, path) => readRule(check, node, path));
  const target = named(check, found?.get("target"), "target");
  const level = named(check, found?.get("level"), "level");
  const overrides = check.list(found?.get("overrides"), "overrides", (node, path) => readOverride(check, node, path));
  const retypes = check.list(found?.get("retype"), "retype", (node, path) => readRetype(check, node, path));
  const inputs = check.list(found?.get("inputs"), "inputs", (node, path) => named(check, node, path));
  if (check.diagnostics.length > 0 || framework === undefined) return { ok: false, diagnostics: check.diagnostics };
  const rest = { target, level, overrides, retypes, inputs };
  return { ok: true, config: { ...file, framework, plugins, insertions, rules, ...rest } };
}

function named(check: DataCheck, node: DataNode | undefined, path: string): NamedInConfig | undefined {
  const text = check.text(node, path);
  return text === undefined || node === undefined ? undefined : { text, at: place(check, node) };
}

/** plugin ::= name | `[` name `,` options `]` */
function readPlugin(check: DataCheck, node: DataNode, path: string): PluginInConfig | undefined {
  if (node.kind !== "list") {
    const text = check.text(node, path, "the name of a plugin, or a list [plugin, { options }]");
    return text === undefined ? undefined : { text, at: place(check, node), options: {} };
  }
  const [first, second, ...rest] = node.items;
  if (first === undefined || rest.length > 0) return check.wrong(node, path, "a list of two, [plugin, { options }]");
  const text = check.text(first, `${path}[0]`);
  const options = check.values(second, `${path}[1]`) ?? {};
  return text === undefined ? undefined : { text, at: place(check, first), options };
}

/** override ::= `{` (ban | pin) `:` name, reason? `}` | `{` order `:` name, (before | after) `:` target, reason? `}` */
function readOverride(check: DataCheck, node: DataNode, path: string): Placed<CheckedOverride> | undefined {
  const found = check.map(node, path, overrideKeys);
  const kind = found === undefined ? undefined : check.oneKey(node, path, found, ["ban", "pin", "order"]);
  const reason = check.text(found?.get("reason"), `${path}.reason`);
  const step = kind === undefined ? undefined : check.text(found?.get(kind), `${path}.${kind}`);
  if (found === undefined || kind === undefined || step === undefined) return undefined;
  const what =
    kind === "order" ? readOrder(check, node, path, found, step) : kind === "ban" ? { ban: step } : { pin: step };
  return what && placed(check, node, { ...what, ...(reason === undefined ? {} : { reason }) });
}

function readOrder(
  check: DataCheck,
  node: DataNode,
  path: string,
  found: ReadonlyMap<string, DataNode>,
  order: string,
): CheckedOverride | undefined {
  const relation = check.oneKey(node, path, found, ["before", "after"]);
  const target = relation === undefined ? undefined : readTarget(check, found.get(relation), `${path}.${relation}`);
  if (relation === undefined || target === undefined) return undefined;
  return { order, relation, target: typeof target === "string" ? { pass: target } : target };
}

function readRetype(check: DataCheck, node: DataNode, path: string): Placed<RetypeData> | undefined {
  const found = check.map(node, path, retypeKeys);
  const pass = check.text(found?.get("pass"), `${path}.pass`);
  const types = check.texts(found?.get("types"), `${path}.types`);
  return pass === undefined ? undefined : placed(check, node, { pass, types });
}

function place(check: DataCheck, node: DataNode): SourceLocation {
  return placeIn(check.document, node.offset);
}
