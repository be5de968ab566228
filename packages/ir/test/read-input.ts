import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of `test/inputs`, from the folder beside the built tests. */
export function readInput(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../test/inputs/${name}`, import.meta.url)), "utf8");
}
