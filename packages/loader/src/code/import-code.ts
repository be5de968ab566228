import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { diagnosticOf, isTable, readThrown } from "@passwright/core";
import type { Diagnostic, IrAdapter, Result, SourceLocation } from "@passwright/core";
import { isFramework, isPlugin } from "@passwright/sdk";
import type { DefinedPlugin, Framework } from "@passwright/sdk";
import {
  adapterComplaints,
  blamed,
  changedBuiltIns,
  during,
  frameworkComplaints,
  keepCause,
  watchBuiltIns,
  pluginComplaints,
  thrownText,
} from "@passwright/sdk/loading";
import type { Activity } from "@passwright/sdk/loading";
import { fieldsIn, importProblem, readText, statsOf } from "../config/files.ts";
import { displayPath, isInside } from "../config/paths.ts";
import * as errors from "../errors/index.ts";
import { refused } from "../errors/index.ts";
import type { PluginPackage } from "../package/read-package.ts";
import { importModule, needsJiti } from "./import-module.ts";
import { codeOwners, placeOfSyntaxError, placeOfThrown } from "./thrown-place.ts";

/** Code of a package, or all problems with this code. */
export type CodeResult<T> = Result<{ readonly code: T }>;

/** Functions that the loader calls before and while it loads code. */
export interface CodeSource {
  /** Called before code runs. Loading ends if this function throws. */
  beforeCode(): void;
  /**
   * If the code of a package is already loaded, returns a function that imports the module of the package. `beforeCode`
   * is not called for a loaded package.
   */
  moduleOf(found: PluginPackage): ModuleThere | undefined;
}

/** Function that returns the same promise as `import`. */
export type ModuleThere = () => Promise<{ readonly default?: unknown }>;

/** Imports the code of a plugin and checks its shape. If the module is already loaded, `there` returns the module. */
export async function importPlugin(found: PluginPackage, there?: ModuleThere): Promise<CodeResult<DefinedPlugin>> {
  return checked(found, await importDefault(found, isPlugin, there), pluginComplaints);
}

/** Imports the code of a framework and checks its shape. */
export async function importFramework(found: PluginPackage): Promise<CodeResult<Framework<object>>> {
  return checked(found, await importDefault(found, isFramework), frameworkComplaints);
}

function checked<T>(
  found: PluginPackage,
  imported: CodeResult<T>,
  complaintsOf: (code: T) => readonly string[],
): CodeResult<T> {
  if (!imported.ok) return imported;
  return inspected<CodeResult<T>>(found, () => {
    const complaints = complaintsOf(imported.code);
    return complaints.length === 0 ? imported : refused(...complaints.map((what) => errors.badShape(found, what)));
  });
}

export async function importIr(found: PluginPackage, there?: ModuleThere): Promise<CodeResult<IrAdapter<object>>> {
  const imported = await importDefault(found, isTable, there);
  return checked(found, imported, adapterComplaints) as CodeResult<IrAdapter<object>>;
}

function placeInEntry(thrown: unknown, path: string, folder: string): SourceLocation | undefined {
  const place = placeOfSyntaxError(thrown, path);
  return place === undefined ? undefined : { file: displayPath(path, folder), ...place };
}

async function importDefault<T>(
  found: PluginPackage,
  isWanted: (value: unknown) => value is T,
  there?: ModuleThere,
): Promise<CodeResult<T>> {
  if (there !== undefined) return defaultOf(found, await there(), isWanted);
  const entry = await findEntryFile(found);
  if (!entry.ok) return refused(entry.diagnostic);
  let module: { readonly default?: unknown };
  const builtIns = watchBuiltIns();
  codeOwners.set(found.file ?? found.folder, blamed(found));
  try {
    const what = `importing ${found.kind === "ir" ? "IR" : found.kind} \`${found.name}\``;
    const activity = (): Activity => ({ what, ...blamed(found), at: found.named.at });
    module = (await during(activity, () => importModule(entry.path))) as typeof module;
  } catch (thrown) {
    builtIns.restore();
    const at = placeOfThrown(thrown, found.folder) ?? placeInEntry(thrown, entry.path, found.folder);
    const refusal = diagnosticOf(thrown);
    if (refusal !== undefined) return refused(keepCause(errors.refusedOnLoad(found, refusal, at), thrown));
    const what = thrownText(thrown).replaceAll(`${found.folder}${sep}`, "");
    const help = helpAgainst(thrown, entry.path, found);
    return refused(keepCause(errors.threwOnLoad(found, what, at, help), thrown));
  }
  const changes = builtIns.restore();
  if (changes.length > 0) return refused(changedBuiltIns(found, "was loaded", changes));
  return defaultOf(found, module, isWanted);
}

function defaultOf<T>(
  found: PluginPackage,
  module: { readonly default?: unknown },
  isWanted: (value: unknown) => value is T,
): CodeResult<T> {
  return inspected<CodeResult<T>>(found, () => {
    // CommonJS code that was compiled from `export default` has an additional level of `default`.
    const candidates = [module.default, (module.default as { default?: unknown } | null | undefined)?.default];
    const code = candidates.find(isWanted);
    return code === undefined ? refused(errors.noDefaultExport(found)) : { ok: true, code };
  });
}

/** Inspects an export. Catches exceptions, because getters and proxies in an export can throw. */
function inspected<T>(found: PluginPackage, look: () => T): T | errors.Refused {
  try {
    return look();
  } catch (thrown) {
    return refused(keepCause(errors.badShape(found, `reading it threw: ${thrownText(thrown)}`), thrown));
  }
}

/** Finds the file with the default export of a package: `entry` of its manifest, or the main module. */
export async function findEntryFile(found: PluginPackage): Promise<EntryFile> {
  const entry = await locateEntry(found);
  const problem = entry.ok ? importProblem(entry.path) : undefined;
  if (!entry.ok || problem === undefined) return entry;
  return { ok: false, diagnostic: errors.unreadableCode(found, displayPath(entry.path, found.folder), problem) };
}

type EntryFile = Result<{ readonly path: string }, { readonly diagnostic: Diagnostic }>;

async function locateEntry(found: PluginPackage): Promise<EntryFile> {
  const { folder, entry, file, kind, name, at } = found;
  if (file !== undefined) return { ok: true, path: file };
  if (entry !== undefined) {
    const path = resolve(folder, entry);
    const real = isInside(folder, path) && existsSync(path) ? realpathSync(path) : path;
    if (!isInside(folder, real))
      return { ok: false, diagnostic: errors.fileOutside({ kind, name, at }, "entry", entry) };
    if (existsSync(real)) return { ok: true, path: real };
    return { ok: false, diagnostic: errors.noCode(found, `\`${entry}\` does not exist`) };
  }
  try {
    const path = found.exports !== undefined ? await ownExport(found) : legacyMain(found);
    if (existsSync(path)) return { ok: true, path };
    return { ok: false, diagnostic: errors.noCode(found, `\`${displayPath(path, folder)}\` does not exist`) };
  } catch (error) {
    // Removes absolute paths and all lines except the first from Node's message.
    const reason = (error as Error).message.replaceAll(`${folder}${sep}`, "").split("\n", 1)[0] ?? "";
    return { ok: false, diagnostic: errors.noCode(found, reason) };
  }
}

async function ownExport({ name, folder, exports }: PluginPackage): Promise<string> {
  const { exports: resolveExports } = await import("resolve.exports");
  const targets = resolveExports({ name, exports } as { name: string }, ".") ?? [];
  const path = resolve(folder, targets[0] ?? "");
  if (!isInside(folder, path)) throw new Error(`\`exports\` refers to \`${targets[0]}\`, which is outside the package`);
  return existsSync(path) ? realpathSync(path) : path;
}

/** Returns the file that `main` names. Also tries the extensions that Node tries. Default: index.js. */
function legacyMain({ folder, main }: PluginPackage): string {
  const candidates = main === undefined ? [] : [main, `${main}.js`, join(main, "index.js")];
  const paths = [...candidates, "index.js"].map((name) => join(folder, name));
  const found = paths.find((path) => statsOf(path)?.isFile() === true);
  if (found === undefined)
    throw new Error(`\`${main ?? "index.js"}\` does not exist, and package.json has no \`exports\``);
  const real = realpathSync(found);
  if (!isInside(folder, real)) throw new Error(`\`main\` refers to \`${main}\`, which is outside the package`);
  return real;
}

/** Returns help for frequent errors: TypeScript on an old Node, missing packages, and CommonJS. */
function helpAgainst(thrown: unknown, path: string, found: PluginPackage): string | undefined {
  if (needsJiti(path) && readThrown(thrown, "code") === "ERR_UNKNOWN_FILE_EXTENSION")
    return "to run TypeScript, use Node 22.18 or later or install `jiti`; or compile the file and use the .js file";
  const missing = missingPackage(thrown);
  if (missing !== undefined) return helpToInstall(missing, found);
  const ending = /\.[jt]s$/.exec(path)?.[0];
  if (thrown instanceof SyntaxError && ending !== undefined && isCommonJs(dirname(path)))
    return `if the file has \`import\` or \`export\`, set \`"type": "module"\` in its package.json, or name the file \`${ending.replace(".", ".m")}\``;
  return undefined;
}

/** Matches the name of a package (not a path) in messages such as `Cannot find package 'svgo' imported from …`. */
const CANNOT_FIND = /^Cannot find (?:package|module) '((?:@[\w-][\w.-]*\/)?\w[\w.-]*)(?=['/])/;

function missingPackage(thrown: unknown): string | undefined {
  const code = readThrown(thrown, "code");
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return undefined;
  return CANNOT_FIND.exec(String(readThrown(thrown, "message")))?.[1];
}

/** Returns help if the user can install the package: a peer dependency, or a package that the user's code imports. */
function helpToInstall(missing: string, { isOwn, peers, kind }: PluginPackage): string | undefined {
  if (isOwn !== true && missing in peers) return `install it with \`npm install ${missing}\``;
  const owner = kind === "ir" ? "IR" : kind;
  const isForUser = isOwn === true || missing.startsWith("@passwright/");
  return isForUser ? `install it with \`npm install ${missing}\` in the folder of the ${owner}` : undefined;
}

/** Returns whether the files of a folder are CommonJS because of its package.json. `npm init` writes such a file. */
function isCommonJs(folder: string): boolean {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return dirname(folder) !== folder && isCommonJs(dirname(folder));
  const read = readText(file);
  return read.ok && fieldsIn(read.text)?.["type"] === "commonjs";
}
