import type { LeftToModules } from "./script.ts";
import { startScript } from "./start-script.ts";
import { takesModules } from "./takes-modules.ts";

/** Runs `passwright-opt` by its script, where that can do it. Answers what is left. */
export async function runOptScript(
  argv: readonly string[],
  file: string,
  require: NodeJS.Require,
): Promise<LeftToModules | undefined> {
  return takesModules(argv) ? {} : startScript(argv, file, require, "opt");
}
