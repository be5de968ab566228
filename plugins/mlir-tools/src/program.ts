import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, join, sep } from "node:path";

/** Program that exists on this machine. The path, size and modification time of its file identify its version. */
export interface Program {
  /** Path with which the program is started. */
  readonly path: string;
  readonly file: string;
  readonly size: number;
  readonly modified: number;
}

/** Names to try when searching for a program. */
export interface Wanted {
  /** Names of programs on the PATH, or paths of programs, in the order in which they are tried. */
  readonly names: readonly string[];
  /** Environment variable that overrides `names`. */
  readonly variable?: string;
}

/**
 * Returns the first program in `names` that exists. If the environment variable is set, uses only the name or path in
 * this variable.
 */
export function findProgram({ names, variable }: Wanted): Program | undefined {
  const chosen = variable === undefined ? "" : (process.env[variable] ?? "");
  for (const name of chosen === "" ? names : [chosen]) {
    for (const path of placesOf(name)) {
      const program = describe(path);
      if (program !== undefined) return program;
    }
  }
  return undefined;
}

/** Formats the names of the wanted program for a message: `$PASSWRIGHT_MLIR_OPT, mlir-opt, mlir-opt-22`. */
export function describeWanted({ names, variable }: Wanted): string {
  const chosen = variable === undefined ? "" : (process.env[variable] ?? "");
  if (chosen !== "") return `$${variable} (${chosen})`;
  return [...(variable === undefined ? [] : [`$${variable}`]), ...names].join(", ");
}

function placesOf(name: string): readonly string[] {
  if (name.includes("/") || name.includes(sep)) return [name];
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = process.platform === "win32" ? [".exe", ""] : [""];
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
}

function describe(path: string): Program | undefined {
  try {
    accessSync(path, constants.X_OK);
    const file = realpathSync(path);
    const { size, mtimeMs, isFile } = describeFile(file);
    return isFile ? { path, file, size, modified: mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}

function describeFile(file: string): { readonly size: number; readonly mtimeMs: number; readonly isFile: boolean } {
  const stats = statSync(file);
  return { size: stats.size, mtimeMs: stats.mtimeMs, isFile: stats.isFile() };
}
