import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where a process keeps compiled code that is told to use the folder `cache`. */
export const keptFolder = (cwd: string): string => join(cwd, "cache/passwright/code");

/** What was kept there, by kind: the parts of the program that had run. */
export function keptParts(cwd: string): { readonly [kind: string]: unknown } {
  const folder = keptFolder(cwd);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(
    files.map((name) => {
      const bytes = readFileSync(join(folder, name));
      const end = bytes.length - 4;
      const parts: unknown = JSON.parse(bytes.toString("utf8", end - bytes.readUInt32LE(end), end));
      return [/-([a-z]+)\.bin$/.exec(name)?.[1] ?? name, parts];
    }),
  );
}
