import { dirname, resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { displayPath, isPath, resolvePath, statsOf } from "@passwright/loader";
import type { CheckedConfig } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import type { Input } from "../input/inputs.ts";
import { identityOf } from "./result-files.ts";
import type { Source } from "./result-files.ts";

export interface NamedOutput {
  /** Path of the file, or `undefined` for standard output. */
  readonly file: string | undefined;
  /** Flag or key of the config that names the output. */
  readonly by: string;
}

interface ReadFiles {
  readonly config?: CheckedConfig;
  readonly inputs?: readonly Pick<Input, "file" | "path">[];
  readonly files?: readonly (string | undefined)[];
}

/**
 * Returns an error for each output that would overwrite an input, a config, a file with a framework, plugin or IR, or
 * another output, also through a link.
 */
export function overwrittenBy(
  outputs: readonly NamedOutput[],
  { config, inputs = [], files = [] }: ReadFiles,
  cwd: string,
): readonly Diagnostic[] {
  const paths = inputs.flatMap(({ file, path }) => (file === "-" ? [] : [path]));
  const named = files.flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)]));
  const sources: readonly Source[] = [
    ...[...paths, ...named].map((path) => ({ path, what: "an input" })),
    ...(config === undefined ? [] : filesOfConfig(config)),
  ];
  // If several sources are the same file, describes the first one.
  const byIdentity = new Map(sources.toReversed().map((source) => [identityOf(source.path), source]));
  return outputs.flatMap(({ file, by }) => {
    if (file === undefined) return [];
    const path = resolve(cwd, file);
    const stats = statsOf(path);
    // Several outputs can have the same irregular file, for example /dev/null.
    if (stats?.isFile() === false) return [];
    const key = identityOf(path) ?? path;
    const source = byIdentity.get(key);
    byIdentity.set(key, source ?? sourceOf({ file, by }, cwd));
    if (source === undefined) return [];
    return [errors.outputIsRead(displayPath(path, cwd), displayPath(source.path, cwd), source.what, by)];
  });
}

/** Describes an output as a file that another output must not overwrite. */
function sourceOf({ file, by }: { readonly file: string; readonly by: string }, cwd: string): Source {
  return { path: resolve(cwd, file), what: `the output of ${by}` };
}

/** Returns the files that the results in a folder must not overwrite, except for the inputs. */
export function filesBesideResults(config: CheckedConfig, outputs: readonly NamedOutput[], cwd: string): Source[] {
  return [
    ...filesOfConfig(config),
    ...outputs.flatMap(({ file, by }) => (file === undefined ? [] : [sourceOf({ file, by }, cwd)])),
  ];
}

/** Returns the files of a config, and the files that the config names as its framework, plugins and IR. */
function filesOfConfig({ path, files, framework, ir, plugins }: CheckedConfig): readonly Source[] {
  const modules = [
    { named: framework, what: "a framework" },
    { named: ir, what: "an IR" },
    ...plugins.map((named) => ({ named, what: "a plugin" })),
  ];
  return [
    ...files.map((file) => ({ path: file, what: "a config" })),
    ...modules.flatMap(({ named, what }) =>
      named !== undefined && isPath(named.text)
        ? [{ path: resolvePath(named.text, dirname(named.from ?? path)), what }]
        : [],
    ),
  ];
}
