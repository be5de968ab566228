import { closeSync, fsyncSync, openSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemErrorText } from "@passwright/loader";

export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * Writes a file whole or not at all: next to it first, and then in its place. What is no ordinary file (`/dev/null`, a pipe)
 * is written directly.
 */
export function writeOutput(file: string, text: string | Uint8Array, cwd: string): WriteResult {
  try {
    const path = followLinks(resolve(cwd, file));
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isFile()) replaceFile(path, text, stats?.mode);
    else writeFileSync(path, text);
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: systemErrorText(error) };
  }
}

/** Whether a file could be written, as far as that can be told without writing it. */
export function checkOutput(file: string, cwd: string): WriteResult {
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

function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Not there yet.
    return path;
  }
}

function replaceFile(path: string, text: string | Uint8Array, mode: number | undefined): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(temporary, "w", mode === undefined ? 0o666 : mode & 0o777);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}
