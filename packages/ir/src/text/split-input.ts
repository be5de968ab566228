import type { Diagnostic } from "@passwright/core";
import { badSplitMarker, nearMiss } from "../errors.ts";
import { encodeUtf8 } from "./bytes.ts";
import type { Source } from "./source.ts";

/** What stands between the parts of a file that are read one by one, in `mlir-opt` and in its tests. */
export const DEFAULT_SPLIT_MARKER = "// -----";

/** So much of the marker's end may be missing or wrong for a warning instead of silence. */
const CHECKED = 2;

/** A text that was split at its markers. */
export interface SplitInput {
  /** In their order; none is empty. Their places are those of the whole text. */
  readonly parts: readonly Source[];
  /** Warnings about what looks like a marker and is none. */
  readonly nearMisses: readonly Diagnostic[];
}

/**
 * Splits a text at each `marker`, wherever on a line it stands, as `--split-input-file` does
 * (`mlir/lib/Support/ToolUtilities.cpp`): what has all of the marker but its last two characters, or has nothing behind it,
 * is warned about and split at no more. Throws a `UsageError` for a marker of less than three bytes.
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

/** Whether the rest of a marker and something more stand at `at`; a zero behind it says, to MLIR, that they do not. */
function endsMarker({ bytes }: Source, suffix: Uint8Array, at: number, end: number): boolean {
  if (end - at <= CHECKED) return false;
  return bytes[at] === suffix[0] && bytes[at + 1] === suffix[1] && bytes[at + CHECKED] !== 48;
}

/** Where `wanted` stands next; the end of the text if nowhere. */
function indexOfBytes({ bytes, end }: Source, wanted: Uint8Array, from: number): number {
  for (
    let at = bytes.indexOf(wanted[0]!, from);
    at >= 0 && at + wanted.length <= end;
    at = bytes.indexOf(wanted[0]!, at + 1)
  ) {
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return end;
}
