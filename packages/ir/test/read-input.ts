import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Reads a file of `test/inputs`. The path is relative to the built tests. */
export function readInput(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../test/inputs/${name}`, import.meta.url)), "utf8");
}
