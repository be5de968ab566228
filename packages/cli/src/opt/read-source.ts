import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { Source } from "@passwright/ir";
import { systemErrorText } from "@passwright/loader";

/** What scanners look ahead: a source that has as many zeros behind its text need not be copied. */
const SENTINEL = 16;

export type ReadSource =
  { readonly ok: true; readonly source: Source } | { readonly ok: false; readonly reason: string };

/**
 * The text of a file, named as diagnostics name it, without a byte order mark; or why it cannot be read. Bytes stay what they
 * are: as in MLIR, they need not be UTF-8, and nothing is copied.
 */
export function readSource(path: string, name: string): ReadSource {
  try {
    const { bytes, length } = readPadded(path);
    const hasMark = length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const start = hasMark ? 3 : 0;
    return { ok: true, source: Source.fromBytes(bytes.subarray(start), name, length - start) };
  } catch (error) {
    return { ok: false, reason: systemErrorText(error) };
  }
}

function readPadded(path: string): { readonly bytes: Uint8Array; readonly length: number } {
  const file = openSync(path, "r");
  try {
    const stats = fstatSync(file);
    const bytes = new Uint8Array(stats.isFile() ? stats.size + SENTINEL : 0);
    let length = 0;
    while (length < bytes.length - SENTINEL) {
      const got = readSync(file, bytes, length, bytes.length - SENTINEL - length, null);
      if (got === 0) break;
      length += got;
    }
    if (length > 0) return { bytes, length };
    // No ordinary file: its size says nothing.
    const whole = readFileSync(file);
    return { bytes: whole, length: whole.length };
  } finally {
    closeSync(file);
  }
}
