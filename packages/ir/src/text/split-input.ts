import type { Diagnostic } from "@passwright/core";
import { badSplitMarker, nearMiss } from "../errors.ts";
import { encodeUtf8 } from "./bytes.ts";
import type { Source } from "./source.ts";

/** Separator between the parts of a file, as in `mlir-opt` and in MLIR's tests. */
export const DEFAULT_SPLIT_MARKER = "// -----";

/** Number of bytes at the end of a marker. A text that differs from the marker only in these bytes causes a warning. */
const CHECKED = 2;

/** Result of splitting a text at markers. */
export interface SplitInput {
  /** The parts in order, without empty parts. Positions refer to the whole text. */
  readonly parts: readonly Source[];
  /** Warnings about texts that are almost a marker. */
  readonly nearMisses: readonly Diagnostic[];
}

/**
 * Splits a text at each `marker`, as `--split-input-file` does (`mlir/lib/Support/ToolUtilities.cpp`). Does not split
 * at a marker at the end of the text, or at a marker whose last two characters are wrong, and returns a warning
 * instead. Throws a `UsageError` for a marker of less than three bytes.
 */
export function splitInput(source: Source, marker: string = DEFAULT_SPLIT_MARKER): SplitInput {
  const bytes = encodeUtf8(marker);
  if (bytes.length <= CHECKED) throw badSplitMarker(marker);
  const prefix = bytes.subarray(0, -CHECKED);
  const suffix = bytes.subarray(-CHECKED);
  const parts: Source[] = [];
  const nearMisses: Diagnostic[] = [];
  let start = 0;
  let end = indexOfBytes(source, prefix, 0);
  while (end < source.end) {
    const behind = end + prefix.length;
    const next = indexOfBytes(source, prefix, behind);
    if (start === end) start = behind;
    else if (endsMarker(source, suffix, behind, next)) {
      parts.push(source.part(start, end));
      start = behind + CHECKED;
    } else nearMisses.push(nearMiss(source.locate(behind)));
    end = next;
  }
  if (start < source.end) parts.push(source.part(start, source.end));
  return { parts, nearMisses };
}

/** Returns whether a marker ends at `at` and more text follows, which must not begin with 0, as in MLIR. */
function endsMarker({ bytes }: Source, suffix: Uint8Array, at: number, end: number): boolean {
  if (end - at <= CHECKED) return false;
  return bytes[at] === suffix[0] && bytes[at + 1] === suffix[1] && bytes[at + CHECKED] !== 48;
}

function indexOfBytes({ bytes, end }: Source, wanted: Uint8Array, from: number): number {
  let at = bytes.indexOf(wanted[0]!, from);
  while (at >= 0 && !wanted.every((byte, i) => bytes[at + i] === byte)) at = bytes.indexOf(wanted[0]!, at + 1);
  return at < 0 || at + wanted.length > end ? end : at;
}
