import { jsonText } from "@passwright/core";
import type { Recording } from "./recording/recording.ts";

/**
 * Settings of {@link htmlOf}.
 *
 * @experimental
 */
export interface HtmlSettings {
  /** Content of `@passwright/viewer/page.html`. */
  readonly template: string;
  /** Content of `@passwright/viewer/page`. */
  readonly script: string;
  /** Content of `@passwright/viewer/page.css`. */
  readonly style: string;
  /** Path of a stream of events. The page reloads after each event. */
  readonly reload?: string;
}

/** Global functions that exist in browsers and in Node. */
interface Web {
  readonly Blob: new (parts: readonly string[]) => { stream(): Stream };
  readonly CompressionStream: new (format: "gzip") => object;
  readonly Response: new (body: Stream) => { arrayBuffer(): Promise<ArrayBuffer> };
  btoa(text: string): string;
}

interface Stream {
  pipeThrough(transform: object): Stream;
}

/** Maximum length of uncompressed JSON in a page, in characters. Longer JSON is compressed. */
const LONGEST_PLAIN = 50_000;

/**
 * Returns a page that shows a recording, as a single file that does not load other files.
 *
 * @experimental
 */
export async function htmlOf(
  recording: Recording,
  { template, script: code, style, reload }: HtmlSettings,
): Promise<string> {
  const json = jsonText(recording);
  const script =
    json.length <= LONGEST_PLAIN
      ? `<script type="application/json" id="passwright-recording">${json.replaceAll("<", "\\u003c")}</script>`
      : `<script type="application/gzip" id="passwright-recording">${await compressed(json)}</script>`;
  const parts = new Map([
    ["CONNECT", reload === undefined ? "'none'" : "'self'"],
    ["<!--title-->", escaped(`${recording.title}: pipeline`)],
    ["<!--style-->", style],
    ["<!--recording-->", script],
    [
      '<html lang="en">',
      reload === undefined ? '<html lang="en">' : `<html lang="en" data-reload="${escaped(reload)}">`,
    ],
    // Replaces `<!--script-->` last, because the script can contain the texts of the other marks.
    ["<!--script-->", code],
  ]);
  let html = template;
  for (const [mark, text] of parts) {
    const at = html.indexOf(mark);
    html = html.slice(0, at) + text + html.slice(at + mark.length);
  }
  return html;
}

async function compressed(text: string): Promise<string> {
  const { Blob, btoa, CompressionStream, Response } = globalThis as unknown as Web;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const parts: string[] = [];
  // Converts the bytes in parts, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}

function escaped(text: string): string {
  const entities: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] as string);
}
