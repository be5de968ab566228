import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { types } from "@babel/core";

const INLINE = /^[@#]\s+sourceMappingURL=data:(?:application|text)\/json;(?:charset[:=]\S+?;)?base64,(.*)$/;
const EXTERNAL = /^[@#][ \t]+sourceMappingURL=([^\s'"`]+)[ \t]*$/;

/** Returns the source map that the last comment of a file contains or names, as Babel does. */
export function readInputMap({ comments }: types.File, filename: string): object | undefined {
  const last = (pattern: RegExp): string | undefined =>
    (comments ?? []).flatMap(({ value }) => pattern.exec(value)?.[1] ?? []).at(-1);
  const [inline, external] = [last(INLINE), last(EXTERNAL)];
  try {
    if (inline !== undefined) return JSON.parse(Buffer.from(inline, "base64").toString()) as object;
    if (external === undefined) return undefined;
    return JSON.parse(readFileSync(resolve(dirname(filename), external), "utf8")) as object;
  } catch {
    // Babel also ignores maps that it cannot read.
    return undefined;
  }
}
