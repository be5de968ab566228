import { readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** Returns the problems and suggestions of publint for a tarball, as text. */
export async function problemsOf(tarball: string): Promise<readonly string[]> {
  const bytes = readFileSync(tarball);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg as never, { color: false }) ?? message.code);
}
