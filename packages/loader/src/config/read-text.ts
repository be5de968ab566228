import { readFileSync, statSync } from "node:fs";

/** What reading a file gives: its text without a byte order mark, or why it cannot be read, in words. */
export type ReadResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean };

/** The text of a file without a byte order mark, or why it cannot be read. */
export function readText(path: string): ReadResult {
  try {
    const text = readFileSync(path, "utf8");
    return { ok: true, text: text.startsWith("\uFEFF") ? text.slice(1) : text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, reason: systemErrorText(error), isMissing: code === "ENOENT" || code === "ENOTDIR" };
  }
}

/** As much of Node's `Stats` as anybody asks for: who imports this package's types need not have Node's. */
export interface PathStats {
  isFile(): boolean;
  isDirectory(): boolean;
  isFIFO(): boolean;
  /** In bytes. */
  readonly size: number;
}

/** What is at a path: `undefined` if nothing is there, or nothing that could be looked at. */
export function statsOf(path: string): PathStats | undefined {
  try {
    // To throw costs ten times as much, and most places that are looked at are empty.
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Whoever opens it is told why it cannot be.
    return undefined;
  }
}

const WORDS: { readonly [code: string]: string } = {
  ENOENT: "No such file or directory",
  EACCES: "Permission denied",
  EPERM: "Operation not permitted",
  EISDIR: "Is a directory",
  ENOTDIR: "Not a directory",
  ENOSPC: "No space left on device",
  EROFS: "Read-only file system",
  ELOOP: "Too many levels of symbolic links",
  ENAMETOOLONG: "File name too long",
};

/** What the system complains about, in the words of C's `strerror`; Node's own would repeat the path. */
export function systemErrorText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return WORDS[code ?? ""] ?? message;
}
