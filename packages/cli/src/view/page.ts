import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { htmlOf, RECORDING_VERSION } from "@passwright/viewer";
import type { Recording } from "@passwright/viewer";

/** Returns the page of a recording. If `reload` is set, the page reloads at each event of this stream. */
export function pageOf(recording: Recording, reload?: string): Promise<string> {
  const [template, script, style] = ["page.html", "page", "page.css"].map((name) =>
    readFileSync(fileURLToPath(import.meta.resolve(`@passwright/viewer/${name}`)), "utf8"),
  ) as [string, string, string];
  return htmlOf(recording, { template, script, style, ...(reload === undefined ? {} : { reload }) });
}

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
