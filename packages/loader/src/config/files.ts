import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** What reading a file gives: its text without a byte order mark, or why it cannot be read, in words. */
export type ReadResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean };

/** What reading a file gives: its bytes, or why it cannot be read, in words. */
export type ReadBytesResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean };

const MIB = 2 ** 20;

/** How large a file of data may be that people or programs write: a package.json, a lock file. Chosen, not measured. */
export const DATA_LIMIT: number = 16 * MIB;

/**
 * Reads a regular file of at most `limit` bytes. All other files are refused before they are opened: to open or to read a pipe or a
 * device may take forever, or change something.
 */
export function readRegularFile(path: string, limit: number = DATA_LIMIT): ReadBytesResult {
  try {
    const problem = problemOf(statSync(path), limit);
    if (problem !== undefined) return { ok: false, reason: problem, isMissing: false };
    return { ok: true, bytes: readFileSync(path) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, reason: systemErrorText(error), isMissing: code === "ENOENT" || code === "ENOTDIR" };
  }
}

/** Reads the text of a regular file, in UTF-8, without a byte order mark. */
export function readText(path: string, limit?: number): ReadResult {
  const read = readRegularFile(path, limit);
  if (!read.ok) return read;
  const { buffer, byteOffset, length } = read.bytes;
  const text = Buffer.from(buffer, byteOffset, length).toString("utf8");
  return { ok: true, text: text.startsWith("\uFEFF") ? text.slice(1) : text };
}

/** Returns why a file that is there cannot be read as a regular file of at most `limit` bytes; `undefined` if it can. */
export function problemOf(stats: PathStats, limit: number = Infinity): string | undefined {
  if (stats.isDirectory()) return "Is a directory";
  if (stats.isFIFO()) return "it is a pipe, not a regular file";
  if (!stats.isFile()) return "it is not a regular file";
  return stats.size > limit ? `it is larger than ${limit / MIB} MiB` : undefined;
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

/** A text and, if the bytes are not UTF-8, where in it the first of them would be that are not. */
export type DecodedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly text: string; readonly end: number };

/** Decodes UTF-8. A byte order mark stays; each sequence that is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(bytes);
  if (isUtf8(bytes)) return { ok: true, text };
  // The first byte that differs is in the first sequence that is not UTF-8; `stream` leaves out the bytes of it before that.
  const replaced = Buffer.from(text);
  const end = bytes.findIndex((byte, index) => byte !== replaced[index]);
  return {
    ok: false,
    text,
    end: decoder.decode(bytes.subarray(0, end < 0 ? bytes.length : end), { stream: true }).length,
  };
}

/** A path as a person would write it from `cwd`, with `/`: relative where that goes down, else as it is. */
export function displayPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === "") return ".";
  const shown = short.startsWith("..") || isAbsolute(short) ? path : short;
  return sep === "/" ? shown : shown.replaceAll(sep, "/");
}

/**
 * Returns why the code at a path cannot be imported, as far as that shows before; `undefined` if it can, or if nothing is there. Node
 * reads the file, and the package.json around it, whatever they are: an import of a pipe waits forever.
 */
export function importProblem(path: string): string | undefined {
  const stats = statsOf(path);
  if (stats === undefined) return undefined;
  return problemOf(stats) ?? manifestProblem(path);
}

/** The same of the package.json from which Node takes how to read the file. */
function manifestProblem(path: string): string | undefined {
  for (let folder = dirname(path); !/[\\/]node_modules$/.test(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    const stats = statsOf(manifest);
    const problem = stats === undefined || stats.isDirectory() ? undefined : problemOf(stats, DATA_LIMIT);
    if (problem !== undefined) return `Node reads \`${manifest}\` for it: ${problem}`;
    if (stats?.isFile() === true || dirname(folder) === folder) return undefined;
  }
  return undefined;
}

/** Whether this Node takes the types out of TypeScript by itself. */
export function runsTypeScript(): boolean {
  // Known from Node 22.10 on; the types here are those of Node 20.
  const { typescript } = process.features as { readonly typescript?: unknown };
  return typescript !== undefined && typescript !== false;
}
