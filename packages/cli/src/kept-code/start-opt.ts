import { readStandardInput } from "../standard-input.ts";
import { type Terminal } from "../terminal.ts";
import { unexpectedText } from "../unexpected-text.ts";
import { cacheFolder, type CompiledModule, runCompiled } from "./code-cache.ts";
import { type LeftToModules, type OptScript } from "./opt.ts";
import { hasColor, Output } from "./output.ts";

/** Arguments whose doing takes modules: somebody's plugins, threads, stacks that people can read, and files with arguments, which may have these. */
const FOR_MODULES = /^(?:@|--?(?:debug|threads|time-limit|load-(?:pass|dialect)-plugin)(?:=|$))/;

/**
 * Runs `passwright-opt` by `file`, which has all that it takes in one script, and ends the process. Answers what is left, with nothing said
 * or written, where it takes modules, or the script is not there.
 */
export async function runOptScript(
  argv: readonly string[],
  file: string,
  require: NodeJS.Require,
): Promise<LeftToModules | undefined> {
  if (argv.some((arg) => FOR_MODULES.test(arg))) return {};
  const compiled = runIfThere(file, require);
  if (compiled === undefined) return {};
  const output = new Output();
  const terminal: Terminal = {
    cwd: process.cwd(),
    outHasColor: hasColor("stdout"),
    errHasColor: hasColor("stderr"),
    out: (text) => output.write("stdout", text),
    outBytes: (bytes) => output.write("stdout", bytes),
    err: (text) => output.write("stderr", text),
    readInput: readStandardInput,
  };
  try {
    const outcome = await (compiled.exports as OptScript).run(argv, terminal, compiled.isNew);
    if (outcome.left !== undefined) return outcome.left;
    process.exitCode = outcome.code;
    if (outcome.newParts !== undefined) compiled.keep(outcome.newParts);
  } catch (thrown) {
    output.write("stderr", `${unexpectedText(thrown, false)}\n`);
    process.exitCode = 1;
  }
  // Nothing is left to be done, and to end at once saves putting everything away.
  if (output.isWritten) process.exit();
  return undefined;
}

function runIfThere(file: string, require: NodeJS.Require): CompiledModule | undefined {
  try {
    return runCompiled(file, require, { folder: cacheFolder(process.env, process.platform), kind: "opt" });
  } catch {
    return undefined;
  }
}
