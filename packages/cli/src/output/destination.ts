import { mkdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { displayPath, statsOf } from "@passwright/loader";
import * as errors from "../errors.ts";
import type { Input } from "../input/read-input.ts";
import { checkOutput, writeOutput } from "./write-output.ts";
import type { WriteResult } from "./write-output.ts";

/** Where the results of a run go: standard output or one file for all, or a folder with a file for each. */
export type Destination =
  | { readonly kind: "standard" }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "folder"; readonly folder: string };

/** What `-o` names: a folder if there is one, or if it ends with a slash. */
export function destinationOf(output: string | undefined, cwd: string): Destination {
  if (output === undefined) return { kind: "standard" };
  const isFolder = /[/\\]$/.test(output) || statsOf(resolve(cwd, output))?.isDirectory() === true;
  return isFolder ? { kind: "folder", folder: output.replace(/(?<=.)[/\\]+$/, "") } : { kind: "file", file: output };
}

/** Whether it can be written, as far as that can be told before there is any work. */
export function checkDestination(destination: Destination, cwd: string): Diagnostic | undefined {
  if (destination.kind !== "file") return undefined;
  const writable = checkOutput(destination.file, cwd);
  return writable.ok ? undefined : errors.unwritableOutput(destination.file, writable.reason);
}

/** Where each input's result goes in a folder: as the inputs lie in the deepest folder that they share. */
export function placesIn(
  folder: string,
  inputs: readonly Input[],
  cwd: string,
): { readonly paths: readonly string[]; readonly diagnostics: readonly Diagnostic[] } {
  const files = inputs.filter(({ file }) => file !== "-");
  const shared = sharedFolder(files.map(({ path }) => dirname(path)));
  const paths = inputs.map(({ file, path }) =>
    join(resolve(cwd, folder), file === "-" ? "stdin" : relative(shared, path)),
  );
  const diagnostics: Diagnostic[] = [];
  const taken = new Map<string, string>();
  paths.forEach((path, index) => {
    const { file } = inputs[index] as Input;
    const shown = displayPath(path, cwd);
    const other = taken.get(path);
    if (files.some((one) => one.path === path)) diagnostics.push(errors.outputIsInput(file, shown));
    else if (other !== undefined) diagnostics.push(errors.sameOutput(other, file, shown));
    taken.set(path, file);
  });
  return { paths, diagnostics };
}

/** Writes a result into a folder that may not be there yet. */
export function writeInFolder(path: string, text: string | Uint8Array, cwd: string): WriteResult {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch {
    // Writing tells what is wrong, in its words.
  }
  return writeOutput(path, text, cwd);
}

function sharedFolder(folders: readonly string[]): string {
  const [first = "", ...rest] = folders;
  const parts = first.split(sep);
  const isShared = (count: number): boolean =>
    rest.every((folder) => folder.split(sep).slice(0, count).join(sep) === parts.slice(0, count).join(sep));
  let count = parts.length;
  while (count > 1 && !isShared(count)) count--;
  return parts.slice(0, count).join(sep) || sep;
}
