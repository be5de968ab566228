import { existsSync, linkSync, mkdirSync, renameSync, rmSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemErrorText } from "@passwright/loader";

/** A file to write. The path is relative, with `/` as separator. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export type WriteFilesResult =
  | { readonly ok: true }
  /** No file was written, because the files in `there` already exist. */
  | { readonly ok: false; readonly there: readonly string[] }
  /** Writing failed, and all written files were removed. */
  | { readonly ok: false; readonly reason: string };

/** Writes all files or no file. Does not overwrite files, because a hard link never replaces a file. */
export function writeNewFiles(folder: string, files: readonly NewFile[]): WriteFilesResult {
  const there = files.filter(({ path }) => existsSync(join(folder, path))).map(({ path }) => path);
  if (there.length > 0) return { ok: false, there };
  const isNew = !existsSync(folder);
  const temporary = isNew ? `${folder}.${process.pid}.tmp` : join(folder, `.passwright-new.${process.pid}.tmp`);
  const undo: (() => void)[] = [];
  try {
    makeFolders(dirname(temporary), undo);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(temporary, path)), { recursive: true });
      writeFileSync(join(temporary, path), text, { flag: "wx" });
    }
    if (isNew) renameSync(temporary, folder);
    else files.forEach(({ path }) => putInPlace(join(temporary, path), join(folder, path), undo));
    return { ok: true };
  } catch (error) {
    undo.reverse().forEach((step) => step());
    return { ok: false, reason: systemErrorText(error) };
  } finally {
    if (existsSync(temporary)) rmSync(temporary, { recursive: true });
  }
}

function putInPlace(from: string, to: string, undo: (() => void)[]): void {
  makeFolders(dirname(to), undo);
  linkSync(from, to);
  undo.push(() => unlinkSync(to));
}

/** Makes a folder and its parents. For each new folder, adds to `undo` a function that removes the folder. */
function makeFolders(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder), undo);
  mkdirSync(folder);
  undo.push(() => rmdirSync(folder));
}
