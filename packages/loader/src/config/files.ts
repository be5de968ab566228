import type { Result } from "@passwright/core";
import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname, join } from "node:path";

/** Text of a file without a byte order mark, or the reason why the file cannot be read. */
export type ReadResult = Result<{ readonly text: string }, { readonly reason: string; readonly isMissing: boolean }>;

/** Bytes of a file, or the reason why the file cannot be read. */
export type ReadBytesResult = Result<
  { readonly bytes: Uint8Array },
  { readonly reason: string; readonly isMissing: boolean; readonly isTooLarge: boolean }
>;

const MIB = 2 ** 20;

/** Maximum size in bytes of a data file such as package.json. This limit is an estimate. */
export const DATA_LIMIT: number = 16 * MIB;

/** Reads a regular file of at most `limit` bytes. Does not open pipes and devices, which can block. */
export function readRegularFile(path: string, limit: number = DATA_LIMIT): ReadBytesResult {
  try {
    const stats = statSync(path);
    const problem = problemOf(stats, limit);
    if (problem !== undefined)
      return { ok: false, reason: problem, isMissing: false, isTooLarge: stats.isFile() && stats.size > limit };
    return { ok: true, bytes: readFileSync(path) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    return { ok: false, reason: systemErrorText(error), isMissing, isTooLarge: false };
  }
}

/** Reads a regular file as UTF-8 text, and removes a byte order mark. */
export function readText(path: string, limit?: number): ReadResult {
  const read = readRegularFile(path, limit);
  if (!read.ok) return read;
  const { buffer, byteOffset, length } = read.bytes;
  const text = Buffer.from(buffer, byteOffset, length).toString("utf8");
  return { ok: true, text: text.startsWith("\uFEFF") ? text.slice(1) : text };
}

/** Returns the fields of an object in JSON, or `undefined` if the text is not JSON or is `null`. */
export function fieldsIn(text: string): { readonly [field: string]: unknown } | undefined {
  try {
    return (JSON.parse(text) as { readonly [field: string]: unknown } | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the reason why a file is not a regular file of at most `limit` bytes, or `undefined`. */
export function problemOf(stats: Stats, limit: number = Infinity): string | undefined {
  if (stats.isDirectory()) return "Is a directory";
  if (stats.isFIFO()) return "it is a pipe, not a regular file";
  if (!stats.isFile()) return "it is not a regular file";
  return stats.size > limit ? `it is larger than ${limit / MIB} MiB` : undefined;
}

/** Returns the stats of a path, or `undefined` if the path does not exist or is not accessible. */
export function statsOf(path: string): Stats | undefined {
  try {
    // Most of the paths do not exist, and a `statSync` that throws is ten times slower than this call.
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Ignores the reason, because a later attempt to read the file reports it.
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

/** Formats a system error like C's `strerror`. Node's message would repeat the path. */
export function systemErrorText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return WORDS[code ?? ""] ?? message;
}

/** Decoded text. After an error, `end` is the length of the text before the first invalid bytes. */
export type DecodedText = Result<{ readonly text: string }, { readonly text: string; readonly end: number }>;

/** Decodes UTF-8. Does not remove a byte order mark. Replaces each invalid sequence with U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(bytes);
  if (isUtf8(bytes)) return { ok: true, text };
  // Finds the first byte that changes when the bytes are decoded and encoded again. This byte is in the first invalid
  // sequence, whose other bytes can precede it. Decoding with `stream` drops these bytes.
  const replaced = Buffer.from(text);
  const end = bytes.findIndex((byte, index) => byte !== replaced[index]);
  return {
    ok: false,
    text,
    end: decoder.decode(bytes.subarray(0, end < 0 ? bytes.length : end), { stream: true }).length,
  };
}

export function importProblem(path: string): string | undefined {
  const stats = statsOf(path);
  if (stats === undefined) return undefined;
  return problemOf(stats) ?? manifestProblem(path);
}

/** Returns the reason why Node cannot read the package.json that determines a module's format, or `undefined`. */
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
