import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { cacheFolder, runCompiled } from "./code-cache.ts";
import { hasColor, Output } from "../terminal/output.ts";
import type { Stream } from "../terminal/output.ts";
import type * as Planning from "./planning.ts";

const COMMANDS: ReadonlySet<string> = new Set(["plan", "explain", "list", "lock", "diff"]);

/** Somebody's code is to be run, which is what the rest of the program is for. */
class CodeWanted extends Error {}

/**
 * Plans from data, with `file`, the part of the program that does only that, in a fraction of the time that all modules take,
 * and ends the process. Answers `false`, with nothing said or written, where a plan needs somebody's code, or where anything unexpected happens:
 * then the whole program is to be asked, which can run the one and tell of the other.
 */
export async function planFromData(argv: readonly string[], file: string, require: NodeJS.Require): Promise<boolean> {
  const [command = ""] = argv;
  if (!COMMANDS.has(command) || argv.some((arg) => arg.startsWith("--watch"))) return false;
  const written: Written[] = [];
  // Until it is known to be well.
  process.exitCode = 1;
  try {
    const folder = cacheFolder(process.env, process.platform);
    const compiled = runCompiled(file, require, { folder, kind: command });
    const { runPlanning } = compiled.exports as typeof Planning;
    const code = await runPlanning(argv, terminalFor(written)).catch((thrown: unknown): ExitCode | undefined => {
      if (!(thrown instanceof CodeWanted)) throw thrown;
      return undefined;
    });
    // What a plan without mistakes needs is more than what was needed to find one.
    const parts = [code === undefined ? "begun" : `exit ${code}`];
    if (compiled.isNew(parts)) compiled.keep(parts);
    if (code === undefined) return false;
    const output = new Output();
    for (const { stream, text } of joined(written)) output.write(stream, text);
    // To end at once saves putting everything away.
    process.exit(output.exitCode(code));
  } catch {
    return false;
  }
}

interface Written {
  readonly stream: Stream;
  readonly text: string;
}

/** A terminal that keeps what is said until all is well. */
function terminalFor(written: Written[]): Terminal {
  return {
    cwd: process.cwd(),
    outHasColor: hasColor("stdout"),
    errHasColor: hasColor("stderr"),
    out: (text) => void written.push({ stream: "stdout", text }),
    err: (text) => void written.push({ stream: "stderr", text }),
    beforeCode() {
      throw new CodeWanted();
    },
    readInput: () => Promise.reject(new CodeWanted()),
  };
}

function joined(written: readonly Written[]): Written[] {
  const all: Written[] = [];
  for (const { stream, text } of written) {
    const last = all.at(-1);
    if (last?.stream === stream) all[all.length - 1] = { stream, text: last.text + text };
    else all.push({ stream, text });
  }
  return all;
}
