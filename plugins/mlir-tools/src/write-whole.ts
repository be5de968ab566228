import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file whole or not at all, with the folders around it; answers why it could not be written. */
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
