import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "@passwright/core";
import type { Plan, PlanStep } from "@passwright/builder";
import {
  displayPath,
  findEntryFile,
  findPackage,
  isInside,
  readPackage,
  readText,
  realPath,
  statsOf,
} from "@passwright/loader";
import type { CheckedConfig, InstrumentData, NamedInConfig } from "@passwright/loader";
import type { Assembly } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import type { Input } from "../input/inputs.ts";
import { objectIn } from "../read-json.ts";
import { identityOf } from "./result-files.ts";

export interface NamedOutput {
  readonly file: string;
  /** Flag, or key and its file, that names the output. */
  readonly by: string;
  /** Kind of the file, if the kind can be recognized. The command does not replace files of another kind. */
  readonly kind?: OutputKind;
}

interface SourceFile {
  readonly path: string;
  readonly what: string;
}

export interface ReadFiles {
  readonly config?: CheckedConfig | undefined;
  /** Catalogue and plan. Absent if the command does not make a plan. */
  readonly assembly?: Pick<Assembly, "work" | "plan" | "graph">;
  readonly inputs?: readonly Pick<Input, "file" | "path">[];
  /** Further files that flags name. */
  readonly files?: readonly (string | undefined)[];
}

const CODE = /\.(?:[cm]?[jt]sx?|json)$/i;

/** Returns an error for each output that must not be overwritten. */
export type OutputCheck = (outputs: readonly NamedOutput[], read: ReadFiles) => Promise<readonly Diagnostic[]>;

/**
 * Returns a function that refuses outputs that would overwrite a file that the command reads (an input, a config, code, a
 * package.json, or a file that a pass declares in `reads`), or a file of another kind. Only outputs that exist can
 * overwrite a file. Called before the command loads code. If an output in `planned` is an existing module, records the
 * modules that the command loads.
 */
export async function startOutputCheck(
  planned: readonly NamedOutput[],
  { cwd, beforeCode }: { readonly cwd: string; readonly beforeCode?: (() => void) | undefined },
): Promise<OutputCheck> {
  const isCode = planned.some(({ file }) => CODE.test(file) && isFile(resolve(cwd, file)));
  if (isCode) beforeCode?.();
  const recorder = isCode ? (await import("@passwright/runner/reuse")).ModuleRecorder.start() : undefined;
  return async (named, read) => {
    const outputs = named
      .map((output) => ({ ...output, path: resolve(cwd, output.file) }))
      .filter(({ path }) => isFile(path));
    if (outputs.length === 0) return [];
    const isNear = nearFolders(outputs.map(({ path }) => path));
    const modules = (recorder?.take() ?? [])
      .filter(({ url }) => url.startsWith("file:"))
      .map(({ url }) => ({ path: fileURLToPath(url), what: "code that was loaded" }));
    const sources = [...inputFiles(read, cwd), ...(await otherSources(read, cwd, isNear)), ...modules];
    // If several sources are the same file, describes the first one.
    const byIdentity = new Map(sources.toReversed().map((source) => [identityOf(source.path), source]));
    return outputs.flatMap(({ by, kind, path }) => {
      const source = byIdentity.get(identityOf(path));
      const shown = displayPath(path, cwd);
      if (source !== undefined) return [errors.outputIsRead(shown, displayPath(source.path, cwd), source.what, by)];
      const wanted = kind && missingKind(path, kind);
      return wanted === undefined ? [] : [errors.replacesOther(shown, wanted, by)];
    });
  };
}

/** Returns errors for files in the folder of the results that the run reads, except inputs. */
export async function checkResults(
  folder: string,
  results: () => readonly string[],
  read: ReadFiles,
  cwd: string,
): Promise<readonly Diagnostic[]> {
  if (statsOf(folder)?.isDirectory() !== true) return [];
  const target = realPath(folder);
  const isNear = (other: string): boolean => isInside(target, other) || isInside(other, target);
  const sources = await otherSources(read, cwd, isNear);
  if (!sources.some(({ path }) => isInside(target, realPath(path)))) return [];
  const outputs = results().map((file) => ({ file, by: "-o" }));
  return (await startOutputCheck([], { cwd }))(outputs, { ...read, inputs: [] });
}

export function outputsOfInstruments({ trace, reproducer }: InstrumentData): readonly NamedOutput[] {
  const file = typeof reproducer === "object" ? reproducer.file : reproducer;
  return [
    ...(file === undefined ? [] : [{ file, by: "`instrument.reproducer` in the config" }]),
    ...(trace === undefined ? [] : [{ file: trace, by: "`instrument.trace` in the config" }]),
  ];
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

function nearFolders(paths: readonly string[]): (folder: string) => boolean {
  const all = paths.flatMap((path) => [path, realPath(path)]);
  return (folder) => all.some((path) => isInside(folder, path));
}

function inputFiles({ inputs = [], files = [] }: ReadFiles, cwd: string): readonly SourceFile[] {
  const named = files.flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)]));
  const paths = inputs.flatMap(({ file, path }) => (file === "-" ? [] : [path]));
  return [...paths, ...named].map((path) => ({ path, what: "an input" }));
}

async function otherSources(
  { config, assembly }: ReadFiles,
  cwd: string,
  isNear: (folder: string) => boolean,
): Promise<readonly SourceFile[]> {
  const configs = config?.files.map((path) => ({ path, what: "a config" })) ?? [];
  const packages = config === undefined ? [] : await filesOfPackages(config, cwd, isNear);
  return [...configs, ...packages, ...(assembly === undefined ? [] : await declaredFiles(assembly, cwd))];
}

/** Returns the code and the package.json of each package in a folder for which `isNear` returns true. */
async function filesOfPackages(
  config: CheckedConfig,
  cwd: string,
  isNear: (folder: string) => boolean,
): Promise<readonly SourceFile[]> {
  const { framework, ir, plugins } = config;
  const named: readonly (readonly ["framework" | "ir" | "plugin", NamedInConfig | undefined])[] = [
    ["framework", framework],
    ["ir", ir],
    ...plugins.map((plugin) => ["plugin", plugin] as const),
  ];
  const found = await Promise.all(
    named.map(async ([kind, one]) => {
      const from = one?.from ?? config.path;
      const place = one && findPackage(one.text, from);
      if (one === undefined || place?.ok !== true || !isNear(place.found.folder)) return [];
      const read = await readPackage(one, { kind, from, cwd });
      if (!read.ok) return [];
      const { folder, file, manifestFile, name } = read.package;
      const owner = `${kind === "ir" ? "IR" : kind} \`${name}\``;
      const entry = await findEntryFile(read.package);
      const manifests =
        file === undefined ? ["package.json", ...(manifestFile === undefined ? [] : [manifestFile])] : [];
      return [
        ...(entry.ok ? [{ path: entry.path, what: `code of ${owner}` }] : []),
        ...manifests.map((manifest) => ({ path: join(folder, manifest), what: `the manifest of ${owner}` })),
      ];
    }),
  );
  return found.flat();
}

async function declaredFiles(
  { work, plan, graph }: NonNullable<ReadFiles["assembly"]>,
  cwd: string,
): Promise<readonly SourceFile[]> {
  const plans: readonly (Plan | undefined)[] =
    plan === undefined ? (graph?.pipelines.map((one) => one.plan) ?? []) : [plan];
  const steps = plans.flatMap((one) => one?.steps ?? []);
  const reading = steps.flatMap((step: PlanStep) => {
    const found = work.catalogue.find(step.pass);
    return found?.declaration.reads?.files === undefined ? [] : [{ step, found }];
  });
  if (reading.length === 0) return [];
  const { filesIn } = await import("@passwright/runner/reuse");
  return reading.flatMap(({ step, found: { declaration, definition } }) => {
    const specs = Object.entries(definition?.options ?? {});
    const defaults = Object.fromEntries(specs.map(([name, spec]) => [name, spec.schema()["default"]]));
    const files = filesIn(declaration, { ...defaults, ...step.options }, cwd);
    return files.map((path) => ({ path, what: `a file that pass \`${declaration.name}\` reads` }));
  });
}

/** Kind of a file that only one command writes, and that can be recognized by its content. */
type OutputKind = "lock" | "documentation" | "page" | "recording" | "config" | "manifest";

const KINDS: { readonly [K in OutputKind]: { readonly what: string; readonly isOwn: (text: string) => boolean } } = {
  lock: { what: "a lock file", isOwn: (text) => /^\{\s*"lockVersion"/.test(text) },
  documentation: {
    what: "documentation of passes",
    isOwn: (text) => text.startsWith("# Passes of ") || "passes" in objectIn(text),
  },
  page: {
    what: "a page of `passwright view`",
    isOwn: (text) => text.startsWith("<!doctype html>") && text.includes('id="passwright-view"'),
  },
  recording: { what: "a recording", isOwn: (text) => text.startsWith('{"version":') },
  // Accepts an invalid manifest, but not a package.json.
  manifest: { what: "a manifest", isOwn: (text) => text.startsWith("{") && !("name" in objectIn(text)) },
  config: {
    what: "a config in JSON",
    isOwn: (text) => ["framework", "pipeline", "graph", "extends"].some((key) => key in objectIn(text)),
  },
};

/** Maximum size in bytes of a file that is read to recognize its kind. */
const LARGEST = 2 ** 28;

/** Returns the description of the kind if a file does not have this kind. An empty file has every kind. */
function missingKind(path: string, kind: OutputKind): string | undefined {
  const { what, isOwn } = KINDS[kind];
  const read = readText(path, LARGEST);
  return read.ok && (read.text.trim() === "" || isOwn(read.text)) ? undefined : what;
}
