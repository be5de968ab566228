import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { displayPath } from "@passwright/loader";

const OWN = dirname(dirname(fileURLToPath(import.meta.url)));

const FRAME = /(?:^|[\s(])((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\s()]*?):(\d+):(\d+)\)?$/;

/** Returns the first position in a stack trace that is in third-party code, as `file:line:column`. */
export function callerIn(stack: string | undefined): string | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const [, file, row, column] = FRAME.exec(line) ?? [];
    if (file === undefined) continue;
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    if (!path.startsWith(OWN + sep)) return `${displayPath(path, process.cwd())}:${row}:${column}`;
  }
  return undefined;
}
