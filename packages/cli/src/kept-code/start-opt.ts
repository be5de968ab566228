import { type LeftToModules } from "./script.ts";
import { startScript } from "./start-script.ts";

/** Arguments whose doing takes modules: somebody's plugins, threads, stacks that people can read, and files with arguments, which may have these. */
const FOR_MODULES = /^(?:@|--?(?:debug|threads|time-limit|load-(?:pass|dialect)-plugin)(?:=|$))/;

/** Runs `passwright-opt` by its script, where that can do it. Answers what is left. */
export async function runOptScript(
  argv: readonly string[],
  file: string,
  require: NodeJS.Require,
): Promise<LeftToModules | undefined> {
  return argv.some((arg) => FOR_MODULES.test(arg)) ? {} : startScript(argv, file, require, "opt");
}
