import { closeSync, fsyncSync, openSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemErrorText } from "@passwright/loader";

/** What is written: a text, bytes, or pieces of bytes one after the other. */
type Written = string | Uint8Array | readonly Uint8Array[];

export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * Writes a file whole or not at all: next to it first, and then in its place. What is no ordinary file (`/dev/null`, a pipe)
 * is written directly.
 */
export function writeOutput(file: string, content: Written, cwd: string): WriteResult {
  try {
    const path = followLinks(resolve(cwd, file));
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isFile()) replaceFile(path, content, stats?.mode);
    else writeTo(path, content);
    return { ok: true };
  } catch (error) {
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

function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Not there yet.
    return path;
  }
}

function replaceFile(path: string, content: Written, mode: number | undefined): void {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = openSync(temporary, "w", mode === undefined ? 0o666 : mode & 0o777);
    try {
      writeAll(file, content);
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
