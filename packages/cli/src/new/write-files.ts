import { closeSync, existsSync, mkdirSync, openSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemErrorText } from "@passwright/loader";

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export type WriteFilesResult =
  | { readonly ok: true }
  /** No file was written, because the files in `there` already exist. */
  | { readonly ok: false; readonly there: readonly string[] }
  | { readonly ok: false; readonly reason: string };

export function writeNewFiles(folder: string, files: readonly NewFile[]): WriteFilesResult {
  const there = files.filter(({ path }) => existsSync(join(folder, path))).map(({ path }) => path);
  if (there.length > 0) return { ok: false, there };
  const undo: (() => void)[] = [];
  try {
    for (const { path, text } of files) {
      const full = join(folder, path);
      makeFolders(dirname(full), undo);
      closeSync(openSync(full, "wx"));
      undo.push(() => unlinkSync(full));
      writeFileSync(full, text);
    }
    return { ok: true };
  } catch (error) {
    undo.reverse().forEach((step) => step());
    return { ok: false, reason: systemErrorText(error) };
  }
}

/** Makes a folder and its parents. For each new folder, adds to `undo` a function that removes the folder. */
function makeFolders(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder), undo);
  mkdirSync(folder);
  undo.push(() => rmdirSync(folder));
}
