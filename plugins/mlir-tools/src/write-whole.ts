import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Creates the folders of a file and writes the file atomically. Returns the error message if writing fails. */
export function writeWhole(file: string, text: string | Uint8Array): string | undefined {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(draft, text);
      renameSync(draft, file);
    } catch (thrown) {
      rmSync(draft, { force: true });
      throw thrown;
    }
    return undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}
