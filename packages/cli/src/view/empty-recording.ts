import { RECORDING_VERSION } from "@passwright/viewer";
import type { Recording } from "@passwright/viewer";

/** Returns a recording without a pipeline, with these parts. */
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
