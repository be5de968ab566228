import type { Terminal } from "../terminal/terminal.ts";

/** Function that receives the dependencies of a result. */
export type Watching = (dependencies: readonly string[]) => void;

/** Returns a function that passes the files on which results depend to `--watch`. Returns `undefined` without `--watch`. */
export async function watchDependencies(terminal: Terminal): Promise<Watching | undefined> {
  if (terminal.dependsOn === undefined) return undefined;
  const { readFiles } = await import("@passwright/runner/reuse");
  const known = new Set<string>();
  return (dependencies) => {
    const read = dependencies.filter((name) => !known.has(name)).map((name) => readFiles(name, terminal.cwd));
    for (const name of dependencies) known.add(name);
    if (read.length === 0) return;
    const code = read.flatMap(({ paths }) => paths);
    const reads = read.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
    terminal.dependsOn?.({ code, reads: reads.map(({ name, folder }) => ({ name, folder })) });
  };
}
