import { sep } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Diagnostic,
  type IrAdapter,
  isPassDefinition,
  type PassDefinition,
  type SourceLocation,
  suggest,
  diagnosticOf,
} from "@passwright/core";
import { type Framework, isFramework, isPlugin, type Plugin } from "@passwright/sdk";
import { type DescribeActivity, during } from "../activity.ts";
import { keepCause, thrownText } from "../cause.ts";
import { displayPath } from "../config/display-path.ts";
import { placeOfSyntaxError } from "../syntax-place.ts";
import { blamed } from "./blamed.ts";
import * as errors from "./code-errors.ts";
import { comparePoints } from "./compare-points.ts";
import { compareDeclarations, differentOptions } from "./compare-declarations.ts";
import { type Disagreement, withPlaces } from "./disagreement.ts";
import { findEntryFile } from "./entry-file.ts";
import { type PluginPackage } from "./read-package.ts";
import { helpAgainst } from "./import-help.ts";
import { BUILT_INS } from "../trust/built-ins.ts";
import { ObjectSnapshot } from "../trust/object-snapshot.ts";
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

/** What a plugin may have besides passes. */
const LISTS = ["pipelines", "analyses", "dialects"] as const;

const PLUGIN_KEYS = ["passes", ...LISTS, "options", "lacks", "setup"];

const FRAMEWORK_KEYS = [
  "name",
  "ir",
  "anchor",
  "extensionPoints",
  "passTypes",
  "hooks",
  "properties",
  "checks",
  "cleanups",
  "targets",
  "levels",
  "passes",
  "externalPasses",
  "pipeline",
  "graph",
];

/** Keys that are almost others: from JavaScript they would be passed over. */
function mistypedKeys(code: object, known: readonly string[]): string[] {
  return Object.keys(code).flatMap((key) => {
    const similar = known.includes(key) ? undefined : suggest(key, known);
    return similar === undefined ? [] : [`there is no \`${key}\`; did you mean \`${similar}\`?`];
  });
}

/** Imports the code of a plugin and checks that it is what its manifest promised. `there` is its module where that is there already. */
export async function importPlugin(found: PluginPackage, there?: ModuleThere): Promise<CodeResult<Plugin>> {
  const imported = await importDefault(found, isPlugin, there);
  if (!imported.ok) return imported;
  const looked = inspected(found, () => checkPlugin(found, imported.code));
  if (!looked.ok) return looked;
  const diagnostics = [...looked.complaints, ...(await withPlaces(found, looked.disagreements))];
  return diagnostics.length > 0 ? refused(...diagnostics) : imported;
}

function complained(found: PluginPackage, complaints: readonly string[]): Looked {
  return { ok: true, complaints: complaints.map((what) => errors.badShape(found, what)), disagreements: [] };
}

/** What looking at a plugin or a framework came to: complaints about its shape, else what its manifest says differently. */
interface Looked {
  readonly ok: true;
  readonly complaints: readonly Diagnostic[];
  readonly disagreements: readonly Disagreement[];
}

function checkPlugin(found: PluginPackage, plugin: Plugin): Looked {
  const { setup, options } = plugin as { setup?: unknown; options?: unknown };
  const lists = plugin as { [key in (typeof LISTS)[number]]?: unknown };
  const complaints = [
    ...mistypedKeys(plugin, PLUGIN_KEYS),
    ...checkPasses(plugin.passes),
    ...(setup === undefined || typeof setup === "function" ? [] : ["`setup` is no function"]),
    ...checkOptionTable(options),
    ...LISTS.filter((key) => lists[key] !== undefined && !Array.isArray(lists[key])).map(
      (key) => `\`${key}\` is no list`,
    ),
  ];
  if (complaints.length > 0) return complained(found, complaints);
  const disagreements = compareDeclarations(found, plugin.passes);
  const { options: declared } = found.manifest;
  const different = declared === undefined ? [] : differentOptions(declared, plugin.options ?? {}, ["options"]);
  if (different.length > 0) disagreements.push(errors.optionsDiffer(found, different));
  if (plugin.setup !== undefined && found.manifest.setup === false) disagreements.push(errors.hasSetupAfterAll(found));
  return { ok: true, complaints: [], disagreements };
}

/** Imports the code of a framework. */
export async function importFramework(found: PluginPackage): Promise<CodeResult<Framework<object>>> {
  const imported = await importDefault(found, isFramework);
  if (!imported.ok) return imported;
  const looked = inspected(found, () => checkFramework(found, imported.code));
  if (!looked.ok) return looked;
  const diagnostics = [...looked.complaints, ...(await withPlaces(found, looked.disagreements))];
  return diagnostics.length > 0 ? refused(...diagnostics) : imported;
}

function checkFramework(found: PluginPackage, code: Framework<object>): Looked {
  const framework = code as unknown as { readonly [key: string]: unknown };
  const complaints = [
    ...mistypedKeys(framework, FRAMEWORK_KEYS),
    ...pipelineProblems(framework),
    ...anchorProblems(framework["anchor"]),
    ...irProblems(framework["ir"]),
    ...["extensionPoints", "passTypes", "hooks"]
      .filter((key) => framework[key] !== undefined && !isTable(framework[key]))
      .map((key) => `\`${key}\` is no table`),
    ...["passes", "externalPasses"]
      .filter((key) => framework[key] !== undefined && !Array.isArray(framework[key]))
      .map((key) => `\`${key}\` is no list`),
  ];
  if (complaints.length > 0) return complained(found, complaints);
  const differences = comparePoints(found, code.extensionPoints ?? {});
  const disagreements = differences.length === 0 ? [] : [errors.pointsDiffer(found, differences)];
  return { ok: true, complaints: [], disagreements };
}

/** A framework has one pipeline, or a graph of several. */
function pipelineProblems({ pipeline, graph }: { readonly [key: string]: unknown }): string[] {
  if (graph === undefined) return typeof pipeline === "function" ? [] : ["`pipeline` is no function"];
  if (typeof graph !== "function") return ["`graph` is no function"];
  return pipeline === undefined ? [] : ["it has a `pipeline` and a `graph`"];
}

function anchorProblems(anchor: unknown): string[] {
  if (anchor === undefined) return ["there is no `anchor`, the name of the operation that the pipeline runs on"];
  return typeof anchor === "string" ? [] : ["`anchor` is no text"];
}

function irProblems(ir: unknown): string[] {
  if (ir === undefined) return ["there is no `ir`: give `mlir` of @passwright/ir, or an adapter of your own"];
  return isTable(ir) ? adapterProblems(ir as { readonly [key: string]: unknown }, "ir.") : ["`ir` is no adapter"];
}

/** What an adapter cannot do without. `within` is where it stands. */
function adapterProblems(adapter: { readonly [key: string]: unknown }, within: string): string[] {
  return [
    ...(typeof adapter["name"] === "string" ? [] : [`\`${within}name\` is no text`]),
    ...ADAPTER_FUNCTIONS.filter((name) => typeof adapter[name] !== "function").map(
      (name) => `\`${within}${name}\` is no function`,
    ),
    ...(["undefined", "function"].includes(typeof adapter["parentOf"])
      ? []
      : [`\`${within}parentOf\` is not a function`]),
  ];
}

const ADAPTER_FUNCTIONS = ["intern", "nameOf", "collectNested"] as const;

/** Imports the adapter of an IR, for a pipeline that stands in a config. */
export async function importIr(found: PluginPackage, there?: ModuleThere): Promise<CodeResult<IrAdapter<object>>> {
  const imported = await importDefault(found, (value): value is object => isTable(value), there);
  if (!imported.ok) return imported;
  const looked = inspected(found, () =>
    complained(found, adapterProblems(imported.code as { readonly [key: string]: unknown }, "")),
  );
  if (!looked.ok) return looked;
  return looked.complaints.length > 0
    ? refused(...looked.complaints)
    : { ok: true, code: imported.code as IrAdapter<object> };
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
  if (changes.length > 0) return refused(errors.changedBuiltIns(found, "was loaded", changes));
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

function checkPasses(passes: readonly PassDefinition<never>[] | undefined): string[] {
  if (!Array.isArray(passes)) return ["`passes` is no list"];
  return passes.flatMap((pass, index) =>
    isPassDefinition(pass) && typeof (pass.declaration as { name?: unknown } | undefined)?.name === "string"
      ? []
      : [`\`passes[${index}]\` is not made by definePass`],
  );
}

/** A table of options, each made by one of the SDK's functions. */
function checkOptionTable(options: unknown): string[] {
  if (options === undefined) return [];
  if (!isTable(options)) return ["`options` is no table of options"];
  return Object.entries(options as object).flatMap(([name, spec]) => {
    const { accepts, schema } = (spec ?? {}) as { readonly accepts?: unknown; readonly schema?: unknown };
    const isSpec = typeof accepts === "function" && typeof schema === "function";
    return isSpec ? [] : [`option \`${name}\` is not made by int, string, oneOf …`];
  });
}

function isTable(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
