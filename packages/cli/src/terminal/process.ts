import { WriteStream } from "node:tty";
import { type LeftToModules } from "../kept-code/script.ts";
import { readStandardInput } from "./standard-input.ts";
import { type Program, type Terminal } from "./terminal.ts";
import { unexpectedText } from "./unexpected-text.ts";

/**
 * Runs a program in this process, with what somebody has read already, if anybody has. The only place, beside kept-code/, that reads the
 * environment and sets the exit code.
 */
export async function runInProcess(
  program: Program,
  { argv = process.argv.slice(2), input }: LeftToModules = {},
): Promise<void> {
  // Whoever reads our output may stop reading: `passwright plan | head`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
  const fail = (thrown: unknown): void => {
    process.stderr.write(`${unexpectedText(thrown, argv.includes("--debug"))}\n`);
    process.exitCode = 1;
  };
  // Something that a plugin left behind, in a timer or a promise that nobody waits for.
  process.on("uncaughtException", (thrown) => {
    fail(thrown);
    process.exit();
  });
  // Nothing is left to be done: to end at once saves putting everything away. Who is called here as well may begin something new.
  process.once("beforeExit", () => {
    if (process.listenerCount("beforeExit") === 0) process.exit();
  });
  try {
    process.exitCode = await program(argv, processTerminal(input));
  } catch (thrown) {
    fail(thrown);
  }
}

function processTerminal(input: Uint8Array | undefined): Terminal {
  return {
    cwd: process.cwd(),
    outHasColor: hasColor(process.stdout),
    errHasColor: hasColor(process.stderr),
    out: (text) => void process.stdout.write(text),
    outBytes: (bytes) => void process.stdout.write(bytes),
    err: (text) => void process.stderr.write(text),
    // To the beginning of the line, and what stood there erased.
    ...(process.stderr.isTTY ? { progress: (text: string) => void process.stderr.write(`\r\u001b[K${text}`) } : {}),
    onInterrupt(callback) {
      process.once("SIGINT", callback);
      return () => void process.off("SIGINT", callback);
    },
    readInput: input === undefined ? readStandardInput : () => Promise.resolve(input),
  };
}

/** Colours are for terminals, and for who forces them; all the rest (NO_COLOR, TERM) Node knows. */
function hasColor(stream: NodeJS.WriteStream): boolean {
  if (!stream.isTTY && process.env["FORCE_COLOR"] === undefined) return false;
  return WriteStream.prototype.hasColors(process.env);
}
