import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Program } from "../program.ts";
import { writeWhole } from "../write-whole.ts";
import type { Discovered, ToolPass } from "./tool-pass.ts";

/** Version of the format of cache files. */
const FORMAT = 2;

/** Returns the user's cache folder: `$XDG_CACHE_HOME`, or the system's default. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME: chosen = "", LOCALAPPDATA: local = "" } = process.env;
  if (chosen !== "") return chosen;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
  return process.platform === "win32" && local !== "" ? local : join(homedir(), ".cache");
}

/** Maximum length of a file name without its extension. All operating systems support this length. */
const LONGEST_NAME = 200;

/**
 * Returns the path of the cache file of a program. Two programs can share a cache file and overwrite each other's data.
 * A shared cache file is safe, because readers check to which program the data belongs.
 */
function fileFor(program: Program, args: readonly string[]): string {
  const name = [program.file, ...args].join(" ").replaceAll(/[^\w.=-]+/g, "_");
  return join(cacheFolder(), "passwright", "mlir-tools", `${name.slice(-LONGEST_NAME)}.json`);
}

/**
 * Returns the cached facts about this version of the program, or `undefined` if the cache file is missing, damaged, in
 * another format, or for another version.
 */
export function readCache(program: Program, args: readonly string[]): Discovered | undefined {
  try {
    const data: unknown = JSON.parse(readFileSync(fileFor(program, args), "utf8"));
    if (!isFor(program, args, data) || !data.passes.every(isToolPass)) return undefined;
    const { passes, emitsBytecode } = data;
    return { passes, emitsBytecode };
  } catch {
    return undefined;
  }
}

/**
 * Writes the cache atomically, because other processes can read it at the same time. Ignores errors, because the cache
 * is optional.
 */
export function writeCache(program: Program, args: readonly string[], found: Discovered): void {
  writeWhole(fileFor(program, args), JSON.stringify({ format: FORMAT, program, args, ...found }));
}

function isFor(program: Program, args: readonly string[], data: unknown): data is Discovered {
  const { format, program: of, args: with_, passes, emitsBytecode } = (data ?? {}) as Record<string, unknown>;
  const { file, size, modified } = (of ?? {}) as Partial<Program>;
  return (
    format === FORMAT &&
    file === program.file &&
    size === program.size &&
    modified === program.modified &&
    JSON.stringify(with_) === JSON.stringify(args) &&
    typeof emitsBytecode === "boolean" &&
    Array.isArray(passes)
  );
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTextOrNone = (value: unknown): boolean => value === undefined || isText(value);

function isToolPass(value: unknown): value is ToolPass {
  const { name, summary, anchor, isPipeline, options } = (value ?? {}) as Record<string, unknown>;
  if (isPipeline !== undefined && isPipeline !== true) return false;
  if (!isText(name) || !isText(summary) || !isTextOrNone(anchor) || !Array.isArray(options)) return false;
  return options.every((option: unknown) => {
    const { name: of, type, words, summary: text } = (option ?? {}) as Record<string, unknown>;
    const areWords = words === undefined || (Array.isArray(words) && words.every(isText));
    return isText(of) && isText(text) && isTextOrNone(type) && areWords;
  });
}
