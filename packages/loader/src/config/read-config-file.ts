import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isThrown, locate, readThrown } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import {
  tooLarge,
  unreadableText,
  DataTooLarge,
  during,
  keepCause,
  nodeOfValue,
  thrownText,
  valueOfNode,
} from "@passwright/sdk/loading";
import type { Activity, DataDocument } from "@passwright/sdk/loading";
import { importModule, needsJiti } from "../code/import-module.ts";
import { placeOfSyntaxError, thrownPlace } from "../code/thrown-place.ts";
import { checkConfig } from "./config-schema.ts";
import type { FileResult } from "./config-schema.ts";
import * as errors from "../errors/index.ts";
import { refused } from "../errors/index.ts";
import { decodeUtf8, importProblem, readRegularFile } from "./files.ts";
import { isCode } from "./find-config.ts";
import { parseConfig } from "./parse-config.ts";

/** Maximum size of a config in bytes. Parsing YAML of this size takes seconds. */
const SIZE_LIMIT = 2 ** 20;

/** Settings for reading config files. A config file contains data or code. */
export interface ReadOptions {
  readonly dataOnly: boolean;
  readonly beforeCode: () => void;
}

/** Reads and checks one file. `file` is the path in messages, and `name` in plans. In data-only mode, refuses code. */
export async function readConfigFile(
  path: string,
  file: string,
  name: string,
  options: ReadOptions,
): Promise<FileResult> {
  if (isCode(path) && options.dataOnly) return refused(errors.codeInDataOnlyMode(file, undefined));
  if (isCode(path)) options.beforeCode();
  const document = isCode(path) ? await evaluate(path, file) : await readData(path, file);
  if ("diagnostics" in document) return { ok: false, diagnostics: document.diagnostics };
  return checkConfig({ ...document, name });
}

/** Reads the data of a config file without checking it. Returns `undefined` if the file cannot be read. */
export async function readConfigData(path: string): Promise<unknown> {
  const document = isCode(path) ? await evaluate(path, path) : await readData(path, path);
  return "diagnostics" in document ? undefined : valueOfNode(document.root);
}

type DocumentResult = DataDocument | { readonly diagnostics: readonly Diagnostic[] };

async function readData(path: string, file: string): Promise<DocumentResult> {
  const read = readRegularFile(path, SIZE_LIMIT);
  if (!read.ok) return refused(errors.unreadableConfig(file, read.reason, read.isTooLarge));
  const decoded = decodeUtf8(read.bytes);
  const mark = decoded.text.startsWith("\uFEFF") ? 1 : 0;
  const text = decoded.text.slice(mark);
  const placeAt = (offset: number): SourceLocation => locate(file, text, offset);
  const zero = text.indexOf("\0");
  if (zero >= 0) return refused(unreadableText(placeAt(zero), "a zero byte"));
  if (!decoded.ok) return refused(unreadableText(placeAt(decoded.end - mark), "bytes that are not UTF-8"));
  if (text.trim() === "") return refused(errors.emptyConfig(file));
  const parsed = await parseConfig(path, text, file);
  if ("diagnostics" in parsed) return parsed;
  const { root } = parsed;
  if (basename(path) === "package.json") {
    const field = root.kind === "map" ? root.entries.find(({ key }) => key === "passwright")?.value : undefined;
    return { file, text, root: field ?? root };
  }
  // The YAML file is empty or contains only comments.
  if (root.kind === "scalar" && root.value === null) return refused(errors.emptyConfig(file));
  return { file, text, root };
}

async function evaluate(path: string, file: string): Promise<DocumentResult> {
  const problem = importProblem(path);
  if (problem !== undefined) return refused(errors.unreadableConfig(file, problem));
  let module: { readonly default?: unknown };
  try {
    const describe = (): Activity => ({ what: `importing config \`${file}\``, at: { file, line: 1, column: 1 } });
    module = (await during(describe, () => importModule(path))) as typeof module;
  } catch (thrown) {
    const isUnknown = needsJiti(path) && readThrown(thrown, "code") === "ERR_UNKNOWN_FILE_EXTENSION";
    return isUnknown ? refused(errors.noTypeScriptHere(file)) : threw(path, file, thrown);
  }
  if (module.default === undefined) return refused(errors.configHasNoDefault(file));
  try {
    const text = readFileSync(path, "utf8");
    const start = Math.max(0, text.search(/^(?:export default|module\.exports)\b/m));
    return { file, text, start, root: nodeOfValue(module.default) };
  } catch (thrown) {
    if (isThrown(thrown, DataTooLarge))
      return refused(tooLarge({ file, line: 1, column: 1 }, thrown.what, thrown.path));
    // A getter or proxy in the exported object threw an exception.
    return threw(path, file, thrown);
  }
}

function threw(path: string, file: string, thrown: unknown): { readonly diagnostics: readonly Diagnostic[] } {
  const place = thrownPlace(thrown, path) ?? placeOfSyntaxError(thrown, path) ?? { line: 1, column: 1 };
  return refused(keepCause(errors.configThrew({ file, ...place }, thrownText(thrown)), thrown));
}
