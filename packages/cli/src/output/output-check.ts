import { resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { displayPath, statsOf } from "@passwright/loader";
import type { CheckedConfig } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import type { Input } from "../input/inputs.ts";
import { identityOf } from "./result-files.ts";

export interface NamedOutput {
  /** Path of the file, or `undefined` for standard output. */
  readonly file: string | undefined;
  /** Flag that names the output. */
  readonly by: string;
}

interface ReadFiles {
  readonly config?: CheckedConfig;
  readonly inputs?: readonly Pick<Input, "file" | "path">[];
  /** Further files that flags name. */
  readonly files?: readonly (string | undefined)[];
}

/** Returns an error for each output that would overwrite an input or a config, also through a link. */
export function overwrittenBy(
  outputs: readonly NamedOutput[],
  { config, inputs = [], files = [] }: ReadFiles,
  cwd: string,
): readonly Diagnostic[] {
  const paths = inputs.flatMap(({ file, path }) => (file === "-" ? [] : [path]));
  const named = files.flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)]));
  const sources = [
    ...[...paths, ...named].map((path) => ({ path, what: "an input" })),
    ...(config?.files ?? []).map((path) => ({ path, what: "a config" })),
  ];
  // If several sources are the same file, describes the first one.
  const byIdentity = new Map(sources.toReversed().map((source) => [identityOf(source.path), source]));
  return outputs.flatMap(({ file, by }) => {
    if (file === undefined) return [];
    const path = resolve(cwd, file);
    const source = statsOf(path)?.isFile() === true ? byIdentity.get(identityOf(path)) : undefined;
    if (source === undefined) return [];
    return [errors.outputIsRead(displayPath(path, cwd), displayPath(source.path, cwd), source.what, by)];
  });
}
