import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { CONFIG_ENDINGS, findPackage, loadSession, SEARCH_PLACES, statsOf } from "@passwright/loader";
import type { CheckedConfig, LoadOptions, LoadResult } from "@passwright/loader";
import { STRICT } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import { isPattern } from "../input/patterns.ts";
import type { RunJob } from "../run/job.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Arguments } from "./flags.ts";

export interface Target {
  readonly config: string | undefined;
  readonly inputs: readonly string[];
}

/**
 * Returns the config and the inputs that the arguments name. The value of `-c` is the path of the config. Without `-c`,
 * the first operand names the config if this operand is a folder, or a file with a name like `all.config.yaml`. The
 * extension alone is not sufficient, because inputs can also be YAML or JSON files.
 */
export function targetOf(args: Arguments, terminal: Terminal): Target {
  const named = args.value("config");
  const [first, ...rest] = args.operands;
  if (named !== undefined || first === undefined) return { config: named, inputs: args.operands };
  const stats = first === "-" ? undefined : statsOf(resolve(terminal.cwd, first));
  const isConfig = stats?.isDirectory() === true || (stats !== undefined && isNamedLikeConfigs(first));
  return isConfig ? { config: first, inputs: rest } : { config: undefined, inputs: args.operands };
}

function isNamedLikeConfigs(path: string): boolean {
  const [name, ending] = [basename(path), extname(path)];
  return SEARCH_PLACES.includes(name) || (CONFIG_ENDINGS.includes(ending) && name.endsWith(`.config${ending}`));
}

/** Returns the options of the loader. `without` replaces the value of the flag `--without`. */
export function loadOptionsOf(
  { config }: Target,
  args: Arguments,
  { cwd, beforeCode, moduleOf }: Terminal,
  without: readonly string[] = args.values.get("without") ?? [],
): LoadOptions {
  return {
    cwd,
    without,
    keepDuplicates: args.flags.has("no-dedup"),
    dataOnly: args.flags.has("data-only"),
    target: args.value("target"),
    level: args.value("level"),
    strict: args.flags.has("strict") ? STRICT : undefined,
    beforeCode,
    moduleOf,
    config,
  };
}

/** Removes functions, which cannot be sent to a worker. A worker does not need them. */
export function sendable(options: LoadOptions): LoadOptions {
  const { beforeCode: _, moduleOf: __, onConfig: ___, ...data } = options;
  return data;
}

/** Returns the settings for a run without additional reports, such as timing or statistics. */
export function plainJob(target: Target, args: Arguments, terminal: Terminal): RunJob {
  return {
    load: loadOptionsOf(target, args, terminal),
    cwd: terminal.cwd,
    destination: { kind: "standard" },
    named: target.inputs,
    instrument: {},
    allowUnregistered: args.flags.has("allow-unregistered-dialect"),
    hasCounts: false,
    hasIdle: false,
    hasTrace: false,
    debug: args.flags.has("debug"),
    isWatched: terminal.dependsOn !== undefined,
  };
}

export function load(
  target: Target,
  args: Arguments,
  terminal: Terminal,
  without?: readonly string[],
): Promise<LoadResult> {
  return loadWatched(terminal, loadOptionsOf(target, args, terminal, without));
}

export async function loadConfig(command: string, args: Arguments, terminal: Terminal): Promise<LoadResult> {
  const target = targetOf(args, terminal);
  const misuse = checkOperands(command, target, terminal);
  return misuse.length > 0 ? { diagnostics: misuse } : load(target, args, terminal);
}

/** Loads a session. Without a config, reports only missing inputs, which can be misspelled folders. */
export async function loadForInputs(
  host: Pick<Terminal, "dependsOn">,
  options: LoadOptions,
  named: readonly string[],
): Promise<LoadResult> {
  const loaded = await loadWatched(host, options);
  if (options.config !== undefined || loaded.diagnostics.every(({ code }) => code !== "PWL0002")) return loaded;
  const { cwd = "." } = options;
  const missing = named.filter((name) => name !== "-" && !isPattern({ name, folder: cwd }) && isMissing(name, cwd));
  return missing.length === 0 ? loaded : { diagnostics: missing.map((name) => noSuchInput(name, cwd)) };
}

/** Loads a session. With `--watch`, reports the files on which the session depends, except in `node_modules`. */
async function loadWatched({ dependsOn }: Pick<Terminal, "dependsOn">, options: LoadOptions): Promise<LoadResult> {
  if (dependsOn === undefined) return loadSession(options);
  const onConfig = (config: CheckedConfig): void => {
    options.onConfig?.(config);
    const inputs = config.inputs.map(({ text, from = config.path }) => resolve(dirname(from), text));
    const packages = [config.framework ?? [], config.plugins].flat().flatMap(({ text, from = config.path }) => {
      const result = findPackage(text, from);
      return result.ok ? [result.found.file ?? result.found.folder] : [];
    });
    dependsOn({ inputs, code: [...config.files, ...packages.filter(isOwn)] });
  };
  // Imports the recorder on demand, because only `--watch` needs it.
  const { ModuleRecorder } = await import("@passwright/runner/reuse");
  const recorder = ModuleRecorder.start();
  const loaded = await loadSession({ ...options, onConfig });
  const paths = recorder.take().flatMap(({ url }) => (url.startsWith("file:") ? [fileURLToPath(url)] : []));
  // The recorder does not see the TypeScript modules that `jiti` loads. `jiti` adds these modules to `require.cache`.
  const transpiled = Object.keys(createRequire(import.meta.url).cache);
  dependsOn({ code: [...paths, ...transpiled].filter(isOwn) });
  return loaded;
}

/** Returns whether `--watch` watches a file: all files except in `node_modules`. */
export function isOwn(path: string): boolean {
  return !/[\\/]node_modules[\\/]/.test(path);
}

/** Reports operands that are not configs. Used for commands without inputs. */
export function checkOperands(command: string, { config, inputs }: Target, { cwd }: Terminal): readonly Diagnostic[] {
  return inputs.map((input) => {
    if (input !== "-" && isMissing(input, cwd)) return noSuchInput(input, cwd);
    const [isFolder, isPossible] = [
      statsOf(resolve(cwd, input))?.isDirectory() === true,
      CONFIG_ENDINGS.includes(extname(input)),
    ];
    return config !== undefined && (isFolder || isPossible)
      ? errors.secondConfig(command, config, input)
      : errors.noConfigFile(command, input, isPossible);
  });
}

function isMissing(input: string, cwd: string): boolean {
  return !existsSync(resolve(cwd, input));
}

function noSuchInput(input: string, cwd: string): Diagnostic {
  const folder = dirname(input);
  let similar: string | undefined;
  try {
    similar = suggest(basename(input), readdirSync(resolve(cwd, folder)));
  } catch {
    // The folder does not exist.
  }
  return errors.noSuchInput(input, similar && join(folder, similar).replaceAll("\\", "/"));
}
