import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { readThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { displayPath, statsOf, systemErrorText } from "@passwright/loader";
import * as errors from "../errors.ts";
import type { Input } from "../input/inputs.ts";

/** What is written: a text, bytes, or pieces of bytes one after the other. */
type Written = string | Uint8Array | readonly Uint8Array[];

export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * Writes a file whole or not at all: next to it first, and then in its place. What is no ordinary file (`/dev/null`, a pipe)
 * is written directly.
 */
export function writeOutput(file: string, content: Written, cwd: string): WriteResult {
  try {
    const { path, isOrdinary, mode } = placeOf(file, cwd);
    if (isOrdinary) replaceFile(path, content, mode);
    else writeTo(path, content);
    return { ok: true };
  } catch (error) {
    // The reader of a pipe has read enough.
    if (readThrown(error, "code") === "EPIPE") return { ok: true };
    return { ok: false, reason: systemErrorText(error) };
  }
}

/** Whether a file could be written, as far as that can be told without writing it. */
export function checkOutput(file: string, cwd: string): WriteResult {
  if (file === "") return { ok: false, reason: "No such file or directory" };
  const path = resolve(cwd, file);
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      return { ok: false, reason: "Is a directory" };
    if (!statSync(dirname(path)).isDirectory()) return { ok: false, reason: "Not a directory" };
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: systemErrorText(error) };
  }
}

/** Where a file is to be, links followed; or what is there already and no ordinary file, which is to be written directly. */
interface Place {
  readonly path: string;
  readonly isOrdinary: boolean;
  readonly mode?: number;
}

function placeOf(file: string, cwd: string): Place {
  const path = resolve(cwd, file);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { path, isOrdinary: true };
  // Of a pipe (`/dev/stdout`), the real path is none that could be opened.
  return stats.isFile()
    ? { path: realpathSync(path), isOrdinary: true, mode: stats.mode }
    : { path, isOrdinary: false };
}

/**
 * A file that comes in pieces: next to its place first, and there when all of it is, so that nobody holds all of it. What is no ordinary
 * file is kept until the end.
 */
export class OutputInPieces {
  readonly #file: string;
  readonly #cwd: string;
  #replacement: Replacement | undefined = undefined;
  /** The pieces so far, of what is no ordinary file; undefined before the first. */
  #kept: Uint8Array[] | undefined = undefined;
  #problem: WriteResult | undefined = undefined;

  constructor(file: string, cwd: string) {
    this.#file = file;
    this.#cwd = cwd;
  }

  /** Takes the next piece, which is its caller's again when it returns. What goes wrong is told at the end. */
  write(piece: Uint8Array): void {
    this.#attempt(() => {
      this.#start();
      if (this.#replacement === undefined) this.#kept!.push(piece.slice());
      else this.#replacement.write(piece);
    });
  }

  /** Puts the file into its place, or says why it is not there. */
  commit(): WriteResult {
    if (this.#replacement === undefined) return this.#problem ?? writeOutput(this.#file, this.#kept ?? [], this.#cwd);
    this.#attempt(() => this.#replacement!.commit());
    return this.#problem ?? { ok: true };
  }

  /** There will be no file. */
  discard(): void {
    this.#replacement?.discard();
  }

  #start(): void {
    if (this.#replacement !== undefined || this.#kept !== undefined) return;
    const { path, isOrdinary, mode } = placeOf(this.#file, this.#cwd);
    if (isOrdinary) this.#replacement = new Replacement(path, mode);
    else this.#kept = [];
  }

  #attempt(act: () => void): void {
    if (this.#problem !== undefined) return;
    try {
      act();
    } catch (error) {
      this.discard();
      this.#problem = { ok: false, reason: systemErrorText(error) };
    }
  }
}

function replaceFile(path: string, content: Written, mode: number | undefined): void {
  const replacement = new Replacement(path, mode);
  try {
    replacement.write(content);
    replacement.commit();
  } catch (error) {
    replacement.discard();
    throw error;
  }
}

/** What will be in the place of a file, in a file next to it that is there from the first piece on. */
class Replacement {
  readonly #path: string;
  readonly #temporary: string;
  readonly #mode: number | undefined;
  #file: number | undefined;

  constructor(path: string, mode: number | undefined) {
    this.#path = path;
    this.#temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
    this.#mode = mode;
  }

  write(content: Written): void {
    writeAll(this.#open(), content);
  }

  commit(): void {
    fsyncSync(this.#open());
    this.#close();
    renameSync(this.#temporary, this.#path);
  }

  discard(): void {
    if (this.#file !== undefined) this.#close();
    removeIfThere(this.#temporary);
  }

  #open(): number {
    return (this.#file ??= openSync(this.#temporary, "w", this.#mode === undefined ? 0o666 : this.#mode & 0o777));
  }

  #close(): void {
    closeSync(this.#file!);
    this.#file = undefined;
  }
}

/** What is no ordinary file is opened once, too: a pipe would end with each. */
function writeTo(path: string, content: Written): void {
  const file = openSync(path, "w");
  try {
    writeAll(file, content);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, content: Written): void {
  if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(file, content);
  else for (const chunk of content) writeFileSync(file, chunk);
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}

/** Where the results of a run go: standard output or one file for all, or a folder with a file for each. */
export type Destination =
  | { readonly kind: "standard" }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "folder"; readonly folder: string };

/** What `-o` names: a folder if there is one, or if it ends with a slash. */
export function destinationOf(output: string | undefined, cwd: string): Destination {
  if (output === undefined) return { kind: "standard" };
  const isFolder = /[/\\]$/.test(output) || statsOf(resolve(cwd, output))?.isDirectory() === true;
  return isFolder ? { kind: "folder", folder: output.replace(/(?<=.)[/\\]+$/, "") } : { kind: "file", file: output };
}

/** Whether it can be written, as far as that can be told before there is any work. */
export function checkDestination(destination: Destination, cwd: string): Diagnostic | undefined {
  if (destination.kind !== "file") return undefined;
  const writable = checkOutput(destination.file, cwd);
  return writable.ok ? undefined : errors.unwritableOutput(destination.file, writable.reason);
}

/** Where each input's result goes in a folder: as the inputs lie in the deepest folder that they share. */
export function placesIn(
  folder: string,
  inputs: readonly Input[],
  cwd: string,
): { readonly paths: readonly string[]; readonly diagnostics: readonly Diagnostic[] } {
  const files = inputs.filter(({ file }) => file !== "-");
  const shared = sharedFolder(files.map(({ path }) => dirname(path)));
  const paths = inputs.map(({ file, path }) =>
    join(resolve(cwd, folder), file === "-" ? "stdin" : relative(shared, path)),
  );
  const diagnostics: Diagnostic[] = [];
  const taken = new Map<string, string>();
  paths.forEach((path, index) => {
    const { file } = inputs[index] as Input;
    const shown = displayPath(path, cwd);
    const other = taken.get(path);
    if (files.some((one) => one.path === path)) diagnostics.push(errors.outputIsInput(file, shown));
    else if (other !== undefined) diagnostics.push(errors.sameOutput(other, file, shown));
    taken.set(path, file);
  });
  return { paths, diagnostics };
}

/** Writes a result into a folder that may not be there yet. */
export function writeInFolder(path: string, text: string | Uint8Array, cwd: string): WriteResult {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch {
    // Writing tells what is wrong, in its words.
  }
  return writeOutput(path, text, cwd);
}

function sharedFolder(folders: readonly string[]): string {
  const [first = "", ...rest] = folders;
  const parts = first.split(sep);
  const isShared = (count: number): boolean =>
    rest.every((folder) => folder.split(sep).slice(0, count).join(sep) === parts.slice(0, count).join(sep));
  let count = parts.length;
  while (count > 1 && !isShared(count)) count--;
  return parts.slice(0, count).join(sep) || sep;
}
