import { RECORDING_VERSION } from "@passwright/viewer";
import type { Recording } from "@passwright/viewer";

/** Returns a recording that contains only the given parts. */
export function emptyRecording(title: string, parts: Partial<Recording>): Recording {
  return {
    version: RECORDING_VERSION,
    title,
    plugins: [],
    pipelines: [],
    diagnostics: [],
    runs: [],
    snapshots: [],
    texts: [],
    whatIf: { switches: [], variants: [] },
    ...parts,
  };
}
