import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { displayPath } from "@passwright/loader";

/** The folder with the code of this program. */
const OWN = dirname(dirname(fileURLToPath(import.meta.url)));

const FRAME = /(?:^|[\s(])((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\s()]*?):(\d+):(\d+)\)?$/;

/** Returns the first place of a stack in code that is neither Node's nor this program's, as `file:line:column`. */
export function callerIn(stack: string | undefined): string | undefined {
  for (const line of (stack ?? "").split("\n")) {
    const [, file, row, column] = FRAME.exec(line) ?? [];
    if (file === undefined) continue;
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    if (!path.startsWith(OWN + sep)) return `${displayPath(path, process.cwd())}:${row}:${column}`;
  }
  return undefined;
}
