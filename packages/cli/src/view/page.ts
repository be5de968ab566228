import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { htmlOf } from "@passwright/viewer";
import type { Recording } from "@passwright/viewer";

/**
 * Returns the page that shows a recording. `reload` is the path of an event stream. If `reload` is set, the page
 * reloads at each event.
 */
export function pageOf(recording: Recording, reload?: string): Promise<string> {
  const [template, script, style] = ["page.html", "page", "page.css"].map((name) =>
    readFileSync(fileURLToPath(import.meta.resolve(`@passwright/viewer/${name}`)), "utf8"),
  ) as [string, string, string];
  return htmlOf(recording, { template, script, style, ...(reload === undefined ? {} : { reload }) });
}
