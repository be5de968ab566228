import { dirname, join } from "node:path";
import { DATA_LIMIT, problemOf, statsOf } from "./read-text.ts";

/**
 * Returns why the code at a path cannot be imported, as far as that shows before; `undefined` if it can, or if nothing is there. Node
 * reads the file, and the package.json around it, whatever they are: an import of a pipe waits forever.
 */
export function importProblem(path: string): string | undefined {
  const stats = statsOf(path);
  if (stats === undefined) return undefined;
  return problemOf(stats) ?? manifestProblem(path);
}

/** The same of the package.json from which Node takes how to read the file. */
function manifestProblem(path: string): string | undefined {
  for (let folder = dirname(path); !/[\\/]node_modules$/.test(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    const stats = statsOf(manifest);
    const problem = stats === undefined || stats.isDirectory() ? undefined : problemOf(stats, DATA_LIMIT);
    if (problem !== undefined) return `Node reads \`${manifest}\` for it: ${problem}`;
    if (stats?.isFile() === true || dirname(folder) === folder) return undefined;
  }
  return undefined;
}
