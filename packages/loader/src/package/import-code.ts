import { sep } from "node:path";
import { pathToFileURL } from "node:url";
import { diagnosticOf } from "@passwright/core";
import type { Diagnostic, IrAdapter, SourceLocation } from "@passwright/core";
import { isFramework, isPlugin } from "@passwright/sdk";
import type { DefinedPlugin, Framework } from "@passwright/sdk";
import {
  adapterComplaints,
  blamed,
  BUILT_INS,
  changedBuiltIns,
  during,
  frameworkComplaints,
  isTable,
  keepCause,
  ObjectSnapshot,
  pluginComplaints,
  thrownText,
} from "@passwright/sdk/loading";
import type { DescribeActivity } from "@passwright/sdk/loading";
import { displayPath } from "../config/display-path.ts";
import { placeOfSyntaxError } from "../syntax-place.ts";
import * as errors from "./code-errors.ts";
import { findEntryFile } from "./entry-file.ts";
import type { PluginPackage } from "./read-package.ts";
import { helpAgainst } from "./import-help.ts";
import { placeOfThrown } from "./thrown-place.ts";

/** The code of a package, or everything that is wrong with it. */
export type CodeResult<T> =
  { readonly ok: true; readonly code: T } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** How code comes into this process. */
export interface CodeSource {
  /** Called before code runs. What it throws ends the loading and comes through. */
  beforeCode(): void;
  /** The module of a package that is there already; it is taken in place of loading one, without `beforeCode`. */
  moduleOf(found: PluginPackage): ModuleThere | undefined;
}

/** Answers what `import` would. */
export type ModuleThere = () => Promise<{ readonly default?: unknown }>;

/** Imports the code of a plugin and checks its shape. `there` is its module if that is loaded already. */
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

/** Imports the adapter of an IR, for a pipeline in a config. */
export async function importIr(found: PluginPackage, there?: ModuleThere): Promise<CodeResult<IrAdapter<object>>> {
  const imported = await importDefault(found, (value): value is object => isTable(value), there);
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
  const builtIns = new ObjectSnapshot(BUILT_INS);
  try {
    module = (await during(importing(found), () => import(pathToFileURL(entry.path).href))) as typeof module;
  } catch (thrown) {
    builtIns.restore();
    const at = placeOfThrown(thrown, found.folder) ?? placeInEntry(thrown, entry.path, found.folder);
    const what = thrownText(thrown).replaceAll(`${found.folder}${sep}`, "");
    const help = helpAgainst(thrown, entry.path);
    return refused(keepCause(errors.threwOnLoad(found, what, at, help, diagnosticOf(thrown)), thrown));
  }
  const changes = builtIns.restore();
  if (changes.length > 0) return refused(changedBuiltIns(found, "was loaded", changes));
  return defaultOf(found, module, isWanted);
}

function importing(found: PluginPackage): DescribeActivity {
  const kind = found.kind === "ir" ? "IR" : found.kind;
  return () => ({ what: `importing ${kind} \`${found.name}\``, ...blamed(found), at: found.named.at });
}

function defaultOf<T>(
  found: PluginPackage,
  module: { readonly default?: unknown },
  isWanted: (value: unknown) => value is T,
): CodeResult<T> {
  return inspected<CodeResult<T>>(found, () => {
    // A CommonJS module compiled from `export default` has it one level further down.
    const candidates = [module.default, (module.default as { default?: unknown } | null | undefined)?.default];
    const code = candidates.find(isWanted);
    return code === undefined ? refused(errors.noDefaultExport(found)) : { ok: true, code };
  });
}

/** Looks at what somebody's code exports. Getters and proxies may throw at whoever looks. */
function inspected<T>(found: PluginPackage, look: () => T): T | Refused {
  try {
    return look();
  } catch (thrown) {
    return refused(keepCause(errors.badShape(found, `looking at it threw: ${thrownText(thrown)}`), thrown));
  }
}

type Refused = CodeResult<never> & { readonly ok: false };

function refused(...diagnostics: readonly Diagnostic[]): Refused {
  return { ok: false, diagnostics };
}
