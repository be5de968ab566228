import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, join, relative, resolve } from "node:path";
import type { Pass } from "@passwright/core";
import { statsOf } from "@passwright/loader";
import { hashOf } from "./facts.ts";
import type { Fact } from "./facts.ts";
import { entriesOf } from "./file-times.ts";
import { matchingFiles } from "./patterns.ts";
import type { MatchedPattern } from "./patterns.ts";

/** Facts about the dependencies that passes declare, and reasons why results of these passes cannot be reused. */
export interface DeclaredReads {
  /** Values that the results depend on, such as hashes of files. */
  readonly facts: readonly Fact[];
  /** Reasons why results cannot be reused. Empty if all results can be reused. */
  readonly refusals: readonly string[];
  /** Absolute paths of the files, folders and programs that passes declare. */
  readonly paths: readonly string[];
  /** Patterns of files that passes declare, with the files that match each pattern. */
  readonly patterns: readonly MatchedPattern[];
}

/**
 * Reads all files, variables and programs that passes declare as dependencies. Paths and patterns are relative to
 * `cwd`. A file that does not exist is also a dependency.
 */
export function readDeclared(passes: readonly Pass<object>[], cwd: string): DeclaredReads {
  const refusals = passes.flatMap(({ declaration: { name, deterministic } }) =>
    deterministic === false ? [`pass \`${name}\` declares \`deterministic: false\``] : [],
  );
  const facts = new Map<string, string>();
  const paths = new Set<string>();
  const patterns = new Map<string, MatchedPattern>();
  const add = (name: string, valueOf: () => string): void => {
    if (!facts.has(name)) facts.set(name, valueOf());
  };
  for (const { declaration, options } of passes) {
    const { environment = [], programs = [] } = declaration.reads ?? {};
    const fill = (entry: string): readonly string[] => filled(entry, options.values);
    for (const name of environment.flatMap(fill))
      add(`variable ${name}`, () => JSON.stringify(process.env[name] ?? null));
    for (const program of programs.flatMap(fill)) {
      const file = fileOfProgram(program);
      if (file !== undefined) paths.add(file);
      add(`program ${program}`, () => describeProgram(file));
    }
    for (const file of declaration.reads?.files?.flatMap(fill) ?? []) {
      const { hash, paths: found, pattern } = readFiles(file, cwd);
      if (pattern !== undefined) patterns.set(file, pattern);
      for (const path of found) paths.add(path);
      add(`file ${file}`, hash);
    }
  }
  return { facts: [...facts], refusals, paths: [...paths], patterns: [...patterns.values()] };
}

/** A file, a folder, or all files that match a pattern. */
export interface FilesRead {
  /** Returns a hash of the names and contents of the files. */
  hash(): string;
  /** Absolute paths of the files and folders, which need not exist. */
  readonly paths: readonly string[];
  /** The pattern, with the files that match. */
  readonly pattern?: MatchedPattern;
}

/** Returns the files of an entry of `reads.files` or of the dependencies of a result. */
export function readFiles(name: string, folder: string): FilesRead {
  const files = matchingFiles({ name, folder });
  const path = resolve(folder, name);
  if (files === undefined) return { hash: () => describeFile(path), paths: [path] };
  const paths = files.map((file) => resolve(folder, file));
  return { hash: () => describeFiles(files, folder), paths, pattern: { name, folder, files } };
}

/** Replaces `{option}` in an entry with each value of the option. Returns an empty list if the option has no value. */
function filled(entry: string, values: { readonly [option: string]: unknown }): readonly string[] {
  const [whole, option = ""] = /\{([^{}]+)\}/.exec(entry) ?? [];
  if (whole === undefined) return [entry];
  const given = [values[option]].flat().filter((value) => value !== undefined && value !== "");
  return given.flatMap((value) =>
    filled(
      entry.replace(whole, () => String(value)),
      values,
    ),
  );
}

/** Returns a hash of the names and contents of files in a folder. */
function describeFiles(names: readonly string[], folder: string): string {
  return hashOf(JSON.stringify(names.map((name) => [name, describeFile(resolve(folder, name))])));
}

/** Describes a file by its content, and a folder by its entries. A problem of one entry affects only this entry. */
function describeFile(path: string): string {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return hashOf(readFileSync(path));
    if (!stats.isDirectory()) return "not a file";
    return hashOf(
      JSON.stringify(
        entriesOf(path).map((entry) => [
          relative(path, entry),
          statsOf(entry)?.isDirectory() === true ? "folder" : describeFile(entry),
        ]),
      ),
    );
  } catch {
    return "missing";
  }
}

/**
 * Returns the version of a program, and a hash of the program file. The hash is included because two builds of a
 * program can have the same version.
 */
function describeProgram(file: string | undefined): string {
  if (file === undefined) return "missing";
  return hashOf(JSON.stringify([versionOf(file), hashOf(readFileSync(file))]));
}

/**
 * Returns the file of a program. `name` is the name of the program, or `$` followed by the name of an environment
 * variable that contains the name of the program.
 */
function fileOfProgram(name: string): string | undefined {
  const wanted = name.startsWith("$") ? (process.env[name.slice(1)] ?? "") : name;
  return wanted === "" ? undefined : findProgram(wanted);
}

function findProgram(name: string): string | undefined {
  const paths = /[\\/]/.test(name)
    ? [name]
    : (process.env["PATH"] ?? "")
        .split(delimiter)
        .flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`)]);
  for (const path of paths) {
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return realpathSync(path);
    } catch {
      // Continues, because the next folder might contain the program.
    }
  }
  return undefined;
}

function versionOf(file: string): string {
  try {
    return execFileSync(file, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 10_000,
    });
  } catch {
    return "";
  }
}
