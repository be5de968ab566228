import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { readThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { displayPath, statsOf } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import type { Content, Input } from "../input/inputs.ts";
import { mirroredPaths, withoutCase } from "./mirrored-paths.ts";
import { failureOf, OutputFile, writeOutput } from "./output.ts";
import type { WriteResult } from "./output.ts";

const MANIFEST = ".passwright-results.json";

/** Result or source map, and its input. Both paths are relative to the result folder. */
type ListEntry = readonly [result: string, input: string];

/** File that a command reads or writes. */
export interface Source {
  readonly path: string;
  /** Description of the file in messages. */
  readonly what: string;
}

export interface WriteSettings {
  readonly cwd: string;
  readonly isSynced: boolean;
  readonly removesStale: boolean;
  readonly writes?: ((path: string) => void) | undefined;
}

/** Writer for results in a folder, with one file for each input. Skips files that already have the same content. */
export class ResultFolder {
  readonly #folder: string;
  readonly #settings: WriteSettings;
  #paths = new Map<string, string>();
  readonly #inputs = new Map<string, string>();

  constructor(folder: string, settings: WriteSettings) {
    this.#folder = resolve(settings.cwd, folder);
    this.#settings = settings;
  }

  /** Assigns a file to each input. Returns errors for inputs that cannot have a file, or whose file is in `used`. */
  open(inputs: readonly Input[], used: readonly Source[]): readonly Diagnostic[] {
    const { cwd } = this.#settings;
    const { paths, diagnostics } = mirroredPaths(this.#folder, inputs, cwd);
    this.#paths = new Map(inputs.map(({ file }, index) => [file, paths[index] as string]));
    inputs.forEach(({ path }, index) => this.#inputs.set(paths[index] as string, path));
    const results = new Set(paths);
    const overwritten = used.flatMap(({ path, what }) => {
      const shown = displayPath(path, cwd);
      return results.has(path) ? [errors.outputIsRead(shown, shown, what, "-o", "folder")] : [];
    });
    return [...diagnostics, ...overwritten];
  }

  /** Writes the source map, if `map` is set, and then the result. Returns the path of the result and the error. */
  write(name: string, content: Content, map?: string): { readonly output: string; readonly problem?: Diagnostic } {
    const path = this.#paths.get(name) as string;
    const output = displayPath(path, this.#settings.cwd);
    if (map !== undefined) this.#inputs.set(mapPathOf(path), this.#inputs.get(path) as string);
    const problem = (map === undefined ? undefined : this.#write(mapPathOf(path), map)) ?? this.#write(path, content);
    return { output, ...(problem && { problem }) };
  }

  #write(path: string, content: Content): Diagnostic | undefined {
    const { cwd, isSynced, writes } = this.#settings;
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    if (isSame(path, bytes)) return undefined;
    writes?.(path);
    const written = writeInFolder(path, bytes, cwd, isSynced);
    return written.ok ? undefined : errors.unwritableOutput(displayPath(path, cwd), written);
  }

  /**
   * Writes a new list of the results. If all inputs ran (`isWhole`), first removes listed results whose inputs no longer
   * exist, and listed results that an input of this run no longer has.
   */
  close(isWhole: boolean): readonly Diagnostic[] {
    const { cwd, removesStale, isSynced } = this.#settings;
    if (!removesStale) return [];
    const list = join(this.#folder, MANIFEST);
    const now = new Map([...this.#inputs].map((paths) => this.#namesOf(paths)));
    const names = new Map([...now.keys()].map((file) => [withoutCase(file), file]));
    // The list can contain a result of this run under an earlier name that differs only in case.
    const isCurrent = (file: string): boolean => {
      const name = names.get(withoutCase(file));
      return name === file || (name !== undefined && isSameFile(join(this.#folder, name), join(this.#folder, file)));
    };
    const inputs = new Set(now.values());
    const isStale = ([, input]: ListEntry): boolean =>
      isWhole && (inputs.has(input) || !existsSync(resolve(this.#folder, input)));
    const listed = readList(list);
    const earlier = listed?.filter(([file]) => !isCurrent(file)) ?? [];
    const stale = new Set(earlier.filter(isStale));
    for (const [file] of stale) removeFile(this.#folder, file);
    const results = Object.fromEntries([...now, ...earlier.filter((one) => !stale.has(one))].sort());
    const written = writeOutput(list, `${JSON.stringify({ version: 2, results }, null, 2)}\n`, cwd, isSynced);
    if (!written.ok) return [errors.unwritableOutput(displayPath(list, cwd), written)];
    return listed === undefined ? [errors.unreadableList(displayPath(list, cwd))] : [];
  }

  #namesOf(paths: readonly [string, string]): ListEntry {
    return paths.map((path) => relative(this.#folder, path).split(sep).join("/")) as [string, string];
  }
}

export function writeInFolder(path: string, text: string | Uint8Array, cwd: string, isSynced = false): WriteResult {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (thrown) {
    // If the path is a file instead of a folder, the write below fails and returns an error.
    if (readThrown(thrown, "code") !== "EEXIST") return failureOf(thrown);
  }
  return writeOutput(path, text, cwd, isSynced);
}

export function mapPathOf(file: string): string {
  return `${file}.map`;
}

/** File that contains all results. Either the complete file is written or nothing. */
export class ResultFile {
  readonly #output: OutputFile;
  readonly #map: OutputFile;
  #hasMap = false;

  constructor(file: string, { cwd, isSynced }: WriteSettings) {
    this.#output = new OutputFile(file, cwd, isSynced);
    this.#map = new OutputFile(mapPathOf(file), cwd, isSynced);
  }

  write(piece: Uint8Array): void {
    this.#output.write(piece);
  }

  writeMap(map: string): void {
    this.#hasMap = true;
    this.#map.write(Buffer.from(map));
  }

  /** Completes the files if all inputs have results (`isWhole`), and otherwise discards the files. */
  close(isWhole: boolean): WriteResult {
    const written: WriteResult = isWhole && this.#hasMap ? this.#map.commit() : { ok: true };
    if (isWhole && written.ok) return this.#output.commit();
    this.#output.discard();
    this.#map.discard();
    return written;
  }
}

/** Returns whether two paths lead to the same file. On macOS and Windows, `A.svg` and `a.svg` lead to the same file. */
function isSameFile(one: string, other: string): boolean {
  const first = identityOf(one);
  return first !== undefined && first === identityOf(other);
}

/** Returns a text that is equal for all paths of the same file. Returns `undefined` if the file cannot be found. */
export function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

function isSame(path: string, bytes: Uint8Array): boolean {
  const stats = statsOf(path);
  if (stats?.isFile() !== true || stats.size !== bytes.length) return false;
  try {
    return Buffer.compare(readFileSync(path), bytes) === 0;
  } catch {
    return false;
  }
}

/**
 * Reads the results in the list of an earlier run, with their inputs. Ignores results outside of the folder. Returns
 * `undefined` for a file of another form.
 */
function readList(path: string): readonly ListEntry[] | undefined {
  try {
    const { version, results } = JSON.parse(readFileSync(path, "utf8")) as { version?: unknown; results?: object };
    if (version !== 2) return undefined;
    return Object.entries(results ?? {}).filter(
      ([file, input]) => typeof input === "string" && !isAbsolute(file) && !file.split("/").includes(".."),
    );
  } catch (thrown) {
    return readThrown(thrown, "code") === "ENOENT" ? [] : undefined;
  }
}

function removeFile(folder: string, file: string): void {
  try {
    unlinkSync(join(folder, file));
    for (let parent = dirname(join(folder, file)); parent !== folder; parent = dirname(parent)) rmdirSync(parent);
  } catch {
    // The file does not exist, or the folder still contains other files.
  }
}
