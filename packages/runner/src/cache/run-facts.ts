import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import type { Pass } from "@passwright/core";
import { CodeFiles } from "./code-files.ts";
import { readDeclared } from "./declared-reads.ts";
import { collectFacts, hashOf } from "./facts.ts";
import { exists } from "./file-times.ts";
import type { FilesOfRun } from "./file-times.ts";
import type { Fact, RunFacts } from "./facts.ts";
import type { ModuleRequest } from "./module-recorder.ts";

/** Data and settings of a run that determine the results. */
export interface RunParts {
  /** Folder to which declared files are relative. */
  readonly cwd: string;
  /** The pipeline, options of plugins, and all settings that change results. */
  readonly settings: { readonly [name: string]: unknown };
  /** All passes of the pipeline. */
  readonly passes: readonly Pass<object>[];
  /** Modules that were loaded for the run. */
  readonly modules: readonly ModuleRequest[];
  /** URLs of modules: one module of each Passwright package, except this package and its dependencies. */
  readonly hosts: readonly string[];
  /** A time before the first module was loaded, in milliseconds since 1970. */
  readonly begun: number;
}

/** The facts about a run, and the modules that these facts cover. */
export interface RunCode extends RunFacts {
  /** URLs of the modules that configs and plugins use. */
  readonly known: readonly string[];
  /** Requests of modules before the first input ran. */
  readonly requests: readonly ModuleRequest[];
  /** Folders of Passwright's packages. */
  readonly own: readonly string[];
  /** Files that the results depend on, and the time before the first of these files was read. */
  readonly files: FilesOfRun;
}

/** Packages that this package uses. These packages are loaded before the first module is recorded. */
const OWN = ["core", "builder", "sdk", "loader"];

/**
 * Environment variables that the code of many packages reads: the name of the environment, and the variables of Babel,
 * Browserslist, Autoprefixer and jiti.
 */
const VARIABLES = /^(?:NODE_ENV|JITI_\w+|BABEL_\w+|BROWSERSLIST\w*|AUTOPREFIXER_\w+)$/;

/** Collects everything on which the results of a run depend. */
export function factsOfRun(parts: RunParts): RunCode {
  const { cwd, settings, passes, modules, hosts, begun } = parts;
  const files = new CodeFiles();
  const refusals: string[] = [];
  const facts: Fact[] = [
    ...Object.entries(settings).map(([name, value]): Fact => [name, hashOf(dataText(value))]),
    ["options of passes", hashOf(dataText(passes.map(({ options }) => options.values)))],
    ["Node", `${process.versions.node.split(".")[0]} with ICU ${process.versions["icu"] ?? "none"}`],
    ["arguments of Node", JSON.stringify([argumentsOfNode(), process.env["NODE_OPTIONS"] ?? ""])],
    ...Object.entries(process.env).flatMap(([name, value]): readonly Fact[] =>
      VARIABLES.test(name) ? [[`variable ${name}`, JSON.stringify(value)]] : [],
    ),
  ];
  const own = ownFolders(files, hosts);
  for (const folder of own) facts.push(...factsOfPackage(folder, files));
  const isOwn = (url: string): boolean => own.includes(files.folderOf(url) ?? "");
  const used = usedModules(modules, isOwn);
  // The loader imports `jiti` to run TypeScript on older versions of Node.
  const jiti = modules.filter(({ url, parent }) => isJiti(url) && !isJiti(parent));
  for (const url of [...used, ...jiti.map((one) => one.url)]) {
    const found = files.factsOf(url);
    if (typeof found === "string") refusals.push(found);
    else facts.push(...found);
  }
  const isRecorded = modules.some(({ parent }) => parent === undefined);
  if (jiti.some((request) => !isRecorded || !isForHost(request, isOwn)))
    refusals.push("`jiti` loads modules that cannot be recorded (Node 22.18 or later runs TypeScript without `jiti`)");
  const declared = readDeclared(passes, cwd);
  const reasons = [...refusals, ...declared.refusals, ...opaqueIn(parts)];
  const all = [...files.paths, ...declared.paths];
  return {
    ...collectFacts([...facts, ...declared.facts], reasons),
    known: [...used],
    requests: modules,
    own,
    files: {
      begun,
      present: all.filter(exists),
      missing: declared.paths.filter((path) => !exists(path)),
      patterns: declared.patterns,
    },
  };
}

/** Returns the arguments of Node, except the heap size, which does not affect results. */
function argumentsOfNode(): readonly string[] {
  return process.execArgv.filter((argument) => !argument.startsWith("--max-old-space-size="));
}

/**
 * Returns whether Passwright requested a module for itself, and not for a config or plugin. Passwright requests its own
 * modules by name, and requests modules of configs and plugins by URL.
 */
export function isForHost({ parent, name }: ModuleRequest, isOwn: (url: string) => boolean): boolean {
  return parent !== undefined && isOwn(parent) && !name.startsWith("file:");
}

/** Returns whether a URL is in the package `jiti`, whose own modules vary: the transpiler is loaded only if needed. */
export function isJiti(url: string | undefined): boolean {
  return url !== undefined && /\/node_modules\/jiti\//.test(url);
}

/** Returns the URLs of the modules that configs and plugins use, without the modules that only Passwright uses. */
function usedModules(requests: readonly ModuleRequest[], isOwn: (url: string) => boolean): ReadonlySet<string> {
  const byParent = grouped(requests);
  const isRoot = (request: ModuleRequest): boolean =>
    !isForHost(request, isOwn) &&
    !isJiti(request.url) &&
    (request.parent === undefined || isJiti(request.parent) || isOwn(request.parent));
  const waiting = requests.filter(isRoot).map(({ url }) => url);
  const used = new Set<string>();
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (used.has(url) || isOwn(url)) continue;
    used.add(url);
    for (const request of byParent.get(url) ?? []) waiting.push(request.url);
  }
  return used;
}

/** Returns the folders of the Passwright packages that were loaded before recording started. */
function ownFolders(files: CodeFiles, hosts: readonly string[]): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  const urls = [
    import.meta.url,
    ...hosts,
    ...OWN.map((name) => pathToFileURL(resolve(`@passwright/${name}/package.json`)).href),
  ];
  return [...new Set(urls.flatMap((url) => files.folderOf(url) ?? []))];
}

/** Returns the facts about all published code of a package. */
function factsOfPackage(folder: string, files: CodeFiles): readonly Fact[] {
  const code = join(folder, "bundle");
  return readdirSync(code)
    .filter((name) => /\.c?js$/.test(name))
    .flatMap((name) => {
      const found = files.factsOf(pathToFileURL(join(code, name)).href);
      return typeof found === "string" ? [] : found;
    });
}

/**
 * Returns the reasons why results cannot be reused: one reason for each option or setting whose value cannot be
 * compared with the value in an earlier run.
 */
function opaqueIn({ settings, passes }: RunParts): readonly string[] {
  const ofPasses = passes.flatMap(({ declaration: { name }, options: { values } }) =>
    Object.entries(values).map(([option, value]) => [`option \`${option}\` of pass \`${name}\``, value] as const),
  );
  return [...ofPasses, ...Object.entries(settings)].flatMap(([name, value]) => {
    const opaque = opaquePartOf(value);
    return opaque === undefined ? [] : [`${name} contains ${opaque}`];
  });
}

/**
 * If a value cannot be compared as text, describes the first part that prevents this comparison. Functions cannot be
 * compared, because their source does not contain the values of variables. Instances of classes cannot be compared,
 * because instances can have private fields.
 */
function opaquePartOf(value: unknown, seen = new Set<unknown>()): string | undefined {
  if (typeof value === "function") return fingerprintOf(value) === undefined ? "a function" : undefined;
  if (typeof value !== "object" || value === null || seen.has(value)) return undefined;
  seen.add(value);
  if (value instanceof RegExp || value instanceof Date) return undefined;
  const isCollection = Array.isArray(value) || value instanceof Map || value instanceof Set;
  const parent: unknown = Object.getPrototypeOf(value);
  if (!isCollection && parent !== Object.prototype && parent !== null)
    return `an object of class \`${(parent as { constructor?: { name: string } }).constructor?.name ?? "unknown"}\``;
  const parts = value instanceof Map ? [...value].flat() : isCollection ? [...value] : Object.values(value);
  for (const part of parts) {
    const opaque = opaquePartOf(part, seen);
    if (opaque !== undefined) return opaque;
  }
  return undefined;
}

/**
 * Returns the property `fingerprint` of a function if this property is a string. The string identifies the function.
 * Ignores non-enumerable properties, which the result of `dataText` does not contain.
 */
function fingerprintOf(value: object): string | undefined {
  const { fingerprint } = { ...value } as { readonly fingerprint?: unknown };
  return typeof fingerprint === "string" ? fingerprint : undefined;
}

/** Returns a value as text. Different values have different texts, except for opaque parts. */
function dataText(value: unknown): string {
  return inspect(value, {
    depth: Infinity,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    breakLength: Infinity,
    customInspect: false,
    getters: true,
  });
}

function grouped(requests: readonly ModuleRequest[]): ReadonlyMap<string, readonly ModuleRequest[]> {
  const groups = new Map<string, ModuleRequest[]>();
  for (const request of requests) {
    const { parent = "" } = request;
    const group = groups.get(parent);
    if (group === undefined) groups.set(parent, [request]);
    else group.push(request);
  }
  return groups;
}
