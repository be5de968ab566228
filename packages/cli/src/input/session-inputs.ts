import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { displayPath, statsOf } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import type { Input } from "./read-input.ts";

/** The inputs that there are, and names that stand for none. */
export interface Inputs {
  readonly inputs: readonly Input[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The inputs that are named, else those of the config. A name that is no file may be a pattern. */
export async function inputsOf({ config }: Session, named: readonly string[], cwd: string): Promise<Inputs> {
  // What a config extends names its inputs from where it is.
  const names =
    named.length > 0
      ? named.map((name) => ({ name, folder: cwd }))
      : config.inputs.map(({ text, from = config.path }) => ({ name: text, folder: dirname(from) }));
  const inputs: Input[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { name, folder } of names) {
    // In the order of the names.
    const files = await filesOf(name, folder);
    if (files === undefined) inputs.push(inputOf(name, folder, named.length > 0 ? undefined : cwd));
    else {
      const found = files.map((file) => inputOf(file, folder, cwd));
      inputs.push(...found.filter(({ path }) => inputs.every((input) => input.path !== path)));
      if (files.length === 0) diagnostics.push(errors.noMatch(name));
    }
  }
  return { inputs, diagnostics };
}

/** An input as it is to be called: as it was named, or, with `cwd`, as it is found from there. */
function inputOf(name: string, folder: string, cwd: string | undefined): Input {
  if (cwd === undefined) return { file: name, path: name === "-" ? name : resolve(folder, name), isNamed: true };
  const path = join(folder, name);
  return { file: displayPath(path, cwd), path };
}

/** The files that a pattern stands for, in alphabetical order; `undefined` for what is no pattern. */
async function filesOf(name: string, folder: string): Promise<readonly string[] | undefined> {
  if (!/[*?[{(!]/.test(name) || existsSync(resolve(folder, name))) return undefined;
  const { glob, isDynamicPattern } = await import("tinyglobby");
  if (!isDynamicPattern(name)) return undefined;
  const files = await glob(name, { cwd: folder, expandDirectories: false });
  return files.filter((file) => statsOf(resolve(folder, file))?.isFile() === true).sort();
}
