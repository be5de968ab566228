import { fstatSync, statSync, writeSync } from "node:fs";
import { type ExitCode, type Terminal } from "../terminal.ts";
import { cacheFolder, runCompiled } from "./code-cache.ts";
import type * as Planning from "./planning.ts";

/* What bin/passwright.js begins with: small, since nothing of it was compiled before. */

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
  try {
    const kinds = [command, `${command}-begun`];
    const compiled = runCompiled(file, require, { folder: cacheFolder(process.env, process.platform), kinds });
    const { runPlanning } = compiled.exports as typeof Planning;
    const code = await runPlanning(argv, terminalFor(written)).catch((thrown: unknown): ExitCode | undefined => {
      if (!(thrown instanceof CodeWanted)) throw thrown;
      return undefined;
    });
    compiled.keep(code === undefined ? `${command}-begun` : command);
    if (code === undefined) return false;
    process.exitCode = code;
  } catch {
    return false;
  }
  // Nothing is left to be done, and to end at once saves putting everything away.
  if (joined(written).every(({ stream, text }) => write(stream, text))) process.exit();
  return true;
}

type Stream = "stdout" | "stderr";

interface Written {
  readonly stream: Stream;
  readonly text: string;
}

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const satisfies { [S in Stream]: number };

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

/** As the whole program sees it. Node's terminals are loaded for those who could be one. */
function hasColor(stream: Stream): boolean {
  if (!couldBeTerminal(DESCRIPTORS[stream]) && process.env["FORCE_COLOR"] === undefined) return false;
  const { isatty, WriteStream } = process.getBuiltinModule("node:tty");
  if (!isatty(DESCRIPTORS[stream]) && process.env["FORCE_COLOR"] === undefined) return false;
  return WriteStream.prototype.hasColors(process.env);
}

function couldBeTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null").rdev;
  } catch {
    return true;
  }
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

/**
 * Without the streams of Node, which take a while to make; they take over where a pipe is full. Whether that is all, or they
 * still have to write.
 */
function write(stream: Stream, text: string): boolean {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(DESCRIPTORS[stream], rest));
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "EAGAIN") {
      process[stream].write(rest);
      return false;
    }
    // Whoever reads our output may stop reading: `passwright plan | head`.
    process.exitCode = code === "EPIPE" ? 0 : 1;
  }
  return true;
}
