import type { Recording } from "../recording/recording.ts";

/** Reads the recording from an element of the page. The element contains JSON, or compressed JSON in base64. */
export async function readEmbedded({ type, textContent }: HTMLScriptElement): Promise<Recording> {
  const text = textContent ?? "";
  if (type === "application/json") return JSON.parse(text) as Recording;
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as Recording;
}
