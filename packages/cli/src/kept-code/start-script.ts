import { Output } from "../terminal/output.ts";
import { terminalOf } from "../terminal/process-terminal.ts";
import { unexpectedText } from "../terminal/unexpected-text.ts";
import { cacheFolder, runCompiled } from "./code-cache.ts";
import type { CompiledModule } from "./code-cache.ts";
import type { LeftToModules, Script } from "./script.ts";

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
  // Until it is known to be well.
  process.exitCode = 1;
  try {
    const outcome = await (compiled.exports as Script).run(argv, terminalOf(output), compiled.isNew);
    if (outcome.left !== undefined) return outcome.left;
    process.exitCode = output.exitCode(outcome.code);
    if (outcome.newParts !== undefined) compiled.keep(outcome.newParts);
  } catch (thrown) {
    output.write("stderr", `${unexpectedText(thrown, false)}\n`);
    process.exitCode = 1;
  }
  // To end at once saves putting everything away.
  process.exit();
}

function runIfThere(file: string, require: NodeJS.Require, kind: string): CompiledModule | undefined {
  try {
    return runCompiled(file, require, { folder: cacheFolder(process.env, process.platform), kind });
  } catch {
    return undefined;
  }
}
