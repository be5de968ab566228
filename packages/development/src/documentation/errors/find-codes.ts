import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listSources, ROOT } from "../repository.ts";

/** Returns all diagnostic codes, such as `PWB0101`, that the sources contain as strings, sorted. */
export function findCodes(): readonly string[] {
  const codes = new Set<string>();
  for (const path of listSources()) {
    if (!/^[^/]+\/[^/]+\/src\/.*\.ts$/.test(path)) continue;
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [, code] of text.matchAll(/["[](PW[A-Z]\d{4})["\]]/g)) codes.add(code as string);
  }
  return [...codes].sort();
}
