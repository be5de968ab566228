import { type Diagnostic, type SourceLocation } from "@passwright/core";
import { type CheckedConfig, type NamedInConfig, type PluginInConfig } from "./config.ts";
import { readInsertion, readRule } from "./contribution-schema.ts";
import { DataCheck, type KeyDoc } from "./data-check.ts";
import { placeIn } from "./data-errors.ts";
import { type DataDocument, type DataNode } from "./node.ts";

const configKeys: { readonly [key: string]: KeyDoc } = {
  framework: { doc: "the package, folder or file of the framework whose pipeline this is", required: true },
  plugins: { doc: "packages, folders or files of plugins, each alone or as [plugin, { options }]" },
  insert: { doc: "passes to insert: { pass, before | after | beforeType | afterType | at | end }" },
  rules: { doc: "demands on the pipeline: { pass | type, before | after | beforeSome | afterSome, reason }" },
  inputs: { doc: "files to run on when none are named" },
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
  const inputs = check.list(found?.get("inputs"), "inputs", (node, path) => named(check, node, path));
  if (check.diagnostics.length > 0 || framework === undefined) return { ok: false, diagnostics: check.diagnostics };
  return { ok: true, config: { ...file, framework, plugins, insertions, rules, inputs } };
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

function place(check: DataCheck, node: DataNode): SourceLocation {
  return placeIn(check.document, node.offset);
}
