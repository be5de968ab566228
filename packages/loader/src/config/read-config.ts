import { realpathSync } from "node:fs";
import { basename, extname } from "node:path";
import { pathToFileURL } from "node:url";
import { type Diagnostic } from "@passwright/core";
import { keepCause, thrownPlace, thrownText } from "../cause.ts";
import { placeOfSyntaxError } from "../syntax-place.ts";
import { checkConfig, type ConfigResult } from "./config-schema.ts";
import * as dataErrors from "./data-errors.ts";
import { displayPath } from "./display-path.ts";
import * as errors from "./errors.ts";
import { findNamedConfig, isCode, searchConfig } from "./find-config.ts";
import { type TextResult } from "./json.ts";
import { type DataDocument, type DataNode, DataTooLarge, nodeOfValue } from "./node.ts";
import { readText } from "./read-text.ts";
import { runsTypeScript } from "./runs-typescript.ts";

/**
 * Finds, reads and checks a config. `named` is a file or a folder; without it the config is searched from `cwd` on.
 * Answers the config or everything that is wrong with it, with places.
 */
export async function readConfig(named: string | undefined, cwd: string): Promise<ConfigResult> {
  const found = named === undefined ? await searchConfig(cwd) : findNamedConfig(named, cwd);
  if (!found.ok) return refused(found.diagnostic);
  const { path } = found;
  const file = displayPath(path, cwd);
  const document = isCode(path) ? await evaluate(path, file) : await readData(path, file);
  if ("diagnostics" in document) return { ok: false, diagnostics: document.diagnostics };
  // Packages are looked for from where the config really is, as Node does for a module.
  return checkConfig(document, { path: realpathSync(path), name: basename(path) });
}

type DocumentResult = DataDocument | { readonly diagnostics: readonly Diagnostic[] };

function refused(diagnostic: Diagnostic): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [diagnostic] };
}

async function readData(path: string, file: string): Promise<DocumentResult> {
  const read = readText(path);
  if (!read.ok) return refused(errors.unreadableConfig(file, read.reason));
  const { text } = read;
  if (text.trim() === "") return refused(errors.emptyConfig(file));
  const parsed = await parse(path, text, file);
  if ("diagnostics" in parsed) return parsed;
  const document: DataDocument = { file, text, root: parsed.root };
  if (basename(path) === "package.json") return { ...document, root: configField(parsed.root) };
  // A YAML file of nothing but comments.
  if (document.root.kind === "scalar" && document.root.value === null) return refused(errors.emptyConfig(file));
  return document;
}

async function parse(
  path: string,
  text: string,
  file: string,
): Promise<{ readonly root: DataNode } | { readonly diagnostics: readonly Diagnostic[] }> {
  const ending = extname(path);
  const document: DataDocument = { file, text, root: { kind: "scalar", value: undefined } };
  let result: TextResult;
  try {
    if (ending === ".json" || ending === ".jsonc") result = (await import("./json.ts")).readJson(text);
    else if ([".yaml", ".yml", ""].includes(ending)) result = (await import("./yaml.ts")).readYaml(text);
    else return refused(errors.unknownConfigKind(file, [".yaml", ".yml", ".json", ".js", ".mjs", ".cjs", ".ts"]));
  } catch (thrown) {
    if (!(thrown instanceof DataTooLarge)) throw thrown;
    return refused(dataErrors.tooLarge(document, thrown.offset, thrown.what));
  }
  if (result.ok) return result;
  return {
    diagnostics: result.errors.map(({ message, offset }) => dataErrors.syntaxError(document, offset, message)),
  };
}

function configField(root: DataNode): DataNode {
  const field = root.kind === "map" ? root.entries.find(({ key }) => key === "passwright")?.value : undefined;
  return field ?? root;
}

async function evaluate(path: string, file: string): Promise<DocumentResult> {
  let module: { readonly default?: unknown };
  try {
    module = (await importModule(path)) as typeof module;
  } catch (thrown) {
    if (thrown instanceof NoTypeScript) return refused(errors.noTypeScriptHere(file));
    const place = thrownPlace(thrown, path) ?? placeOfSyntaxError(thrown, path) ?? { line: 1, column: 1 };
    return refused(keepCause(errors.configThrew({ file, ...place }, thrownText(thrown)), thrown));
  }
  if (module.default === undefined) return refused(errors.configHasNoDefault(file));
  try {
    return { file, root: nodeOfValue(module.default) };
  } catch (thrown) {
    if (!(thrown instanceof DataTooLarge)) throw thrown;
    return refused(dataErrors.tooLarge({ file, root: { kind: "scalar", value: undefined } }, undefined, thrown.what));
  }
}

class NoTypeScript extends Error {}

async function importModule(path: string): Promise<unknown> {
  const url = pathToFileURL(path).href;
  const isTypeScript = /\.[cm]?ts$/.test(path);
  if (!isTypeScript || runsTypeScript()) return import(url);
  const jiti = (await import("jiti" as string).catch(() => undefined)) as
    { createJiti(id: string): { import(path: string): Promise<unknown> } } | undefined;
  if (jiti === undefined) throw new NoTypeScript();
  return jiti.createJiti(path).import(path);
}
