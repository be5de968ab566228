import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { htmlOf } from "@passwright/viewer";
import type { Recording } from "@passwright/viewer";

/** Returns the page that shows a recording. With `reload`, it reloads at events from this path. */
export function pageOf(recording: Recording, reload?: string): Promise<string> {
  const path = fileURLToPath(import.meta.resolve("@passwright/viewer/page.html"));
  return htmlOf(recording, { template: readFileSync(path, "utf8"), ...(reload === undefined ? {} : { reload }) });
}
