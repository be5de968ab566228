import { fileURLToPath } from "node:url";
import type { InputResult } from "@passwright/runner/inputs";
import { isOwn } from "../commands/load.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Function that receives a result. */
export type Watching = (result: InputResult) => void;

/**
 * Returns a function that passes the files on which a result depends, and the modules that were loaded while passes
 * ran, to `--watch`. Returns `undefined` without `--watch`.
 */
export async function watchDependencies(terminal: Terminal): Promise<Watching | undefined> {
  if (terminal.dependsOn === undefined) return undefined;
  const { readFiles } = await import("@passwright/runner/reuse");
  const known = new Set<string>();
  return ({ dependencies = [], modules = [] }) => {
    const loaded = modules.flatMap(({ url }) => (url.startsWith("file:") ? [fileURLToPath(url)] : []));
    const names = [...dependencies, ...loaded.filter(isOwn)].filter((name) => !known.has(name));
    const read = names.map((name) => readFiles(name, terminal.cwd));
    for (const name of names) known.add(name);
    if (read.length === 0) return;
    const code = read.flatMap(({ paths }) => paths);
    const reads = read.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
    terminal.dependsOn?.({ code, reads: reads.map(({ name, folder }) => ({ name, folder })) });
  };
}
