import { readStandardInput } from "../terminal/standard-input.ts";
import { type Terminal } from "../terminal/terminal.ts";
import { unexpectedText } from "../terminal/unexpected-text.ts";
import { cacheFolder, type CompiledModule, runCompiled } from "./code-cache.ts";
import { hasColor, isTerminal, Output } from "./output.ts";
import { type LeftToModules, type Script } from "./script.ts";

/**
 * Runs a program by `file`, which has all that it takes in one script, and ends the process. Answers what is left, with nothing said
 * or written, where it takes modules, or the script is not there.
 */
export async function startScript(
  argv: readonly string[],
  file: string,
  require: NodeJS.Require,
  kind: string,
): Promise<LeftToModules | undefined> {
  const compiled = runIfThere(file, require, kind);
  if (compiled === undefined) return {};
  const output = new Output();
  const terminal: Terminal = {
    cwd: process.cwd(),
    outHasColor: hasColor("stdout"),
    errHasColor: hasColor("stderr"),
    out: (text) => output.write("stdout", text),
    outBytes: (bytes) => output.write("stdout", bytes),
    err: (text) => output.write("stderr", text),
    // To the beginning of the line, and what stood there erased.
    ...(isTerminal("stderr") ? { progress: (text: string) => output.write("stderr", `\r\u001b[K${text}`) } : {}),
    readInput: readStandardInput,
  };
  try {
    const outcome = await (compiled.exports as Script).run(argv, terminal, compiled.isNew);
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

function runIfThere(file: string, require: NodeJS.Require, kind: string): CompiledModule | undefined {
  try {
    return runCompiled(file, require, { folder: cacheFolder(process.env, process.platform), kind });
  } catch {
    return undefined;
  }
}
