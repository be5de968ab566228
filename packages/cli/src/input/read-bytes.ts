import { constants, closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { readThrown } from "@passwright/core";
import { systemErrorText } from "@passwright/loader";
import type { PathStats } from "@passwright/loader";

/** What scanners look ahead: text with as many zeros behind it need not be copied. */
const SENTINEL = 16;

/** The bytes of an input, or why it cannot be read, in words. `bytes` may be longer than the `length` of the input, by zeros. */
export type ReadBytes =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly length: number }
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean };

/** Reads an input that is named: a file of any size, or a pipe. Devices are refused before they are opened: some never end. */
export function readInputBytes(path: string): ReadBytes {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return { ok: false, reason: "Is a directory", isMissing: false };
    if (isNullDevice(stats)) return { ok: true, bytes: new Uint8Array(), length: 0 };
    if (isDevice(stats) && !isStandardInput(stats)) return { ok: false, reason: "it is a device", isMissing: false };
    return { ok: true, ...readPadded(path) };
  } catch (error) {
    return { ok: false, reason: systemErrorText(error), isMissing: readThrown(error, "code") === "ENOENT" };
  }
}

/**
 * Reads an input that may be a named pipe. No thread waits for the other end of the pipe, or for what it writes: a thread that
 * waits cannot be ended, so that neither a time limit nor the end of the process would come.
 */
export async function readInputOrPipe(path: string): Promise<ReadBytes> {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return readInputBytes(path);
  try {
    const { Socket } = await import("node:net");
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const chunks: Uint8Array[] = [];
    for await (const chunk of new Socket({ fd, readable: true, writable: false })) chunks.push(chunk as Uint8Array);
    const bytes = Buffer.concat(chunks);
    return { ok: true, bytes, length: bytes.length };
  } catch (error) {
    return { ok: false, reason: systemErrorText(error), isMissing: readThrown(error, "code") === "ENOENT" };
  }
}

function isDevice(stats: Stats): boolean {
  return stats.isCharacterDevice() || stats.isBlockDevice();
}

function isNullDevice(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

/** A terminal that is open already, as `/dev/stdin` and `/dev/tty` may be. */
function isStandardInput({ rdev }: Stats): boolean {
  const stats = fstatSync(0);
  return stats.isCharacterDevice() && stats.rdev === rdev;
}

/** The bytes without a byte order mark. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function readPadded(path: string): { readonly bytes: Uint8Array; readonly length: number } {
  const file = openSync(path, "r");
  try {
    const stats: PathStats = fstatSync(file);
    const bytes = new Uint8Array(stats.isFile() ? stats.size + SENTINEL : 0);
    let length = 0;
    while (length < bytes.length - SENTINEL) {
      const got = readSync(file, bytes, length, bytes.length - SENTINEL - length, null);
      if (got === 0) break;
      length += got;
    }
    if (length > 0) return { bytes, length };
    // Of what is not a regular file, the size says nothing.
    const whole = readFileSync(file);
    return { bytes: whole, length: whole.length };
  } finally {
    closeSync(file);
  }
}
