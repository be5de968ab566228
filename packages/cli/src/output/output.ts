import { closeSync, fsyncSync, openSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { statsOf, systemErrorText } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Reason why a file was not written. `isFolderMissing` is true if the folder of the file does not exist. */
export interface WriteFailure {
  readonly ok: false;
  readonly reason: string;
  readonly isFolderMissing: boolean;
}

export type WriteResult = { readonly ok: true } | WriteFailure;

export function failureOf(thrown: unknown): WriteFailure {
  const isFolderMissing = readThrown(thrown, "code") === "ENOENT";
  return { ok: false, reason: systemErrorText(thrown), isFolderMissing };
}

export function writeOutput(file: string, content: string | Uint8Array, cwd: string, isSynced = false): WriteResult {
  const output = new OutputFile(file, cwd, isSynced);
  output.write(typeof content === "string" ? Buffer.from(content) : content);
  return output.commit();
}

/** Writes a file as {@link writeOutput} does, and returns the errors. Messages use `shown` as the name of the file. */
export function writeOrReport(
  file: string,
  content: string,
  { cwd, writes }: Pick<Terminal, "cwd" | "writes">,
  shown: string = file,
  help?: string,
): readonly Diagnostic[] {
  writes?.(resolve(cwd, file));
  const written = writeOutput(file, content, cwd);
  return written.ok ? [] : [errors.unwritableOutput(shown, written, help)];
}

export function checkOutput(file: string, cwd: string): WriteResult {
  const failure = (reason: string): WriteFailure => ({ ok: false, reason, isFolderMissing: false });
  if (file === "") return failure("No such file or directory");
  const path = resolve(cwd, file);
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return failure("Is a directory");
    return statSync(dirname(path)).isDirectory() ? { ok: true } : failure("Not a directory");
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * A file that is written in chunks. The chunks go to a temporary file, which is renamed at the end. Content for an
 * irregular file, such as `/dev/null` or a pipe, is collected and written at the end, because the file cannot be
 * renamed and a pipe can be opened only once.
 */
export class OutputFile {
  #path: string;
  readonly #isSynced: boolean;
  #temporary: string | undefined = undefined;
  #file: number | undefined = undefined;
  #kept: Uint8Array[] | undefined = undefined;
  #descriptor: number | undefined = undefined;
  #failure: WriteFailure | undefined = undefined;

  /** Prepares a file. With `isSynced`, a power failure does not leave an incomplete file. */
  constructor(file: string, cwd: string, isSynced = false) {
    this.#path = resolve(cwd, file);
    this.#isSynced = isSynced;
  }

  /** Writes the next bytes. After the call, the caller can reuse the memory of `piece`. `commit` returns errors. */
  write(piece: Uint8Array): void {
    this.#attempt(() => {
      this.#open();
      if (this.#file === undefined) this.#kept?.push(piece.slice());
      else writeFileSync(this.#file, piece);
    });
  }

  /** Completes the file, and returns the first error, including errors of `write`. */
  commit(): WriteResult {
    this.#attempt(() => {
      this.#open();
      if (this.#kept !== undefined) this.#file = this.#descriptor ?? openSync(this.#path, "w");
      const file = this.#file as number;
      for (const piece of this.#kept ?? []) writeFileSync(file, piece);
      if (this.#temporary !== undefined && this.#isSynced) fsyncSync(file);
      this.#close();
      if (this.#temporary !== undefined) renameSync(this.#temporary, this.#path);
    });
    return this.#failure ?? { ok: true };
  }

  discard(): void {
    this.#close();
    try {
      if (this.#temporary !== undefined) unlinkSync(this.#temporary);
    } catch {
      // Does nothing if the temporary file was not created.
    }
  }

  #open(): void {
    if (this.#file !== undefined || this.#kept !== undefined) return;
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile()) {
      // Collects the chunks without opening the file. The path is not resolved to a real path, because the real path of
      // a pipe such as `/dev/stdout` cannot be opened.
      this.#kept = [];
      return;
    }
    // A path such as `/dev/stdout` can lead to a regular file, whose earlier content a rename would remove.
    this.#descriptor = descriptorOf(this.#path);
    if (this.#descriptor !== undefined) {
      this.#kept = [];
      return;
    }
    if (stats !== undefined) this.#path = realpathSync(this.#path);
    this.#temporary = join(dirname(this.#path), `.${shortened(basename(this.#path))}.${process.pid}.tmp`);
    this.#file = openSync(this.#temporary, "w", stats === undefined ? 0o666 : stats.mode & 0o777);
  }

  #close(): void {
    if (this.#file !== undefined && this.#file !== this.#descriptor) closeSync(this.#file);
    this.#file = undefined;
  }

  #attempt(act: () => void): void {
    if (this.#failure !== undefined) return;
    try {
      act();
    } catch (thrown) {
      this.discard();
      // Ignores EPIPE, the error code for a pipe that the reader has closed.
      if (readThrown(thrown, "code") !== "EPIPE") this.#failure = failureOf(thrown);
    }
  }
}

/** Returns the number of an open file from a path such as `/dev/stdout` or `/dev/fd/3`. */
function descriptorOf(path: string): number | undefined {
  const [, name = "", number] = /^\/(?:dev\/(stdout|stderr)|(?:dev|proc\/self)\/fd\/(\d+))$/.exec(path) ?? [];
  return number === undefined ? { stdout: 1, stderr: 2 }[name] : Number(number);
}

/** Shortens the name of a file so that a temporary name that contains it has at most 255 bytes. */
function shortened(name: string): string {
  return name.length <= 80 ? name : name.slice(0, 40) + name.slice(-40);
}

export type Destination =
  | { readonly kind: "standard" }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "folder"; readonly folder: string };

/** Returns the destination for `-o`: a folder if the path is an existing folder or ends with a slash. */
export function destinationOf(output: string | undefined, cwd: string): Destination {
  if (output === undefined) return { kind: "standard" };
  const isFolder = /[/\\]$/.test(output) || statsOf(resolve(cwd, output))?.isDirectory() === true;
  return isFolder ? { kind: "folder", folder: output.replace(/(?<=.)[/\\]+$/, "") } : { kind: "file", file: output };
}

/** Returns an error if the destination cannot be written. Called before the run, so that the error appears early. */
export function checkDestination(destination: Destination, cwd: string): Diagnostic | undefined {
  if (destination.kind !== "file") return undefined;
  const writable = checkOutput(destination.file, cwd);
  return writable.ok ? undefined : errors.unwritableOutput(destination.file, writable);
}
