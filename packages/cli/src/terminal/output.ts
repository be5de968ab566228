import { fstatSync, statSync, writeSync } from "node:fs";
import { escapeControlCharacters, renderDiagnostic } from "@passwright/core";
import { systemErrorText } from "@passwright/loader";
import { unwritableStream } from "../errors/files.ts";
import type { Terminal } from "./terminal.ts";

export type Stream = "stdout" | "stderr";

/** Returns Node's stream for standard output, also after `process.stdout` was redirected. */
const standardOutput = Object.getOwnPropertyDescriptor(process, "stdout")?.get as () => NodeJS.WriteStream;

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const satisfies { [S in Stream]: number };

/** Returns whether a stream shows colors. Only `FORCE_COLOR` enables colors outside of a terminal. */
export function hasColor(stream: Stream): boolean {
  if (!isTerminal(stream) && process.env["FORCE_COLOR"] === undefined) return false;
  return process.getBuiltinModule("node:tty").WriteStream.prototype.hasColors(process.env);
}

/** Returns whether a stream is a terminal. Loads `node:tty` only for a stream that can be a terminal. */
function isTerminal(stream: Stream): boolean {
  const descriptor = DESCRIPTORS[stream];
  return couldBeTerminal(descriptor) && process.getBuiltinModule("node:tty").isatty(descriptor);
}

function couldBeTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null").rdev;
  } catch {
    return true;
  }
}

const PAUSE_MS = 2;

/**
 * Standard output and standard error. Each call returns only after all bytes are written, so that nothing is lost when
 * the process ends. Does not use Node's streams, because Node's streams are slow to create, and buffer data that a pipe
 * does not accept.
 */
export class Output {
  readonly #ended = new Map<Stream, "closed" | "failed">();
  readonly #onClosed: (() => void)[] = [];
  hasResult = false;

  write(stream: Stream, content: string | Uint8Array): void {
    if (stream === "stdout") this.hasResult = true;
    let rest: Uint8Array = typeof content === "string" ? Buffer.from(content) : content;
    while (rest.length > 0 && !this.#ended.has(stream)) {
      try {
        rest = rest.subarray(writeSync(DESCRIPTORS[stream], rest));
      } catch (thrown) {
        this.#handle(stream, thrown as NodeJS.ErrnoException);
      }
    }
  }

  onClosed(callback: () => void): void {
    this.#onClosed.push(callback);
  }

  /** Returns `code`, or 1 if `code` is 0 but writing to a stream failed. */
  exitCode<Code extends number>(code: Code): Code | 1 {
    return code === 0 && [...this.#ended.values()].includes("failed") ? 1 : code;
  }

  #handle(stream: Stream, error: NodeJS.ErrnoException): void {
    if (error.code === "EAGAIN") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    else if (error.code === "EPIPE" || error.code === "EOF") {
      // For example, in `passwright plan | head`, the reader closes the pipe early.
      this.#ended.set(stream, "closed");
      if (stream === "stdout") this.#onClosed.forEach((callback) => callback());
    } else {
      this.#ended.set(stream, "failed");
      const diagnostic = unwritableStream(systemErrorText(error));
      if (stream === "stdout") this.write("stderr", `${renderDiagnostic(diagnostic)}\n`);
    }
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function terminalOf(output: Output, input?: Uint8Array): Terminal {
  return {
    cwd: process.cwd(),
    outHasColor: hasColor("stdout"),
    errHasColor: hasColor("stderr"),
    columns: () => (isTerminal("stdout") ? standardOutput().columns : undefined),
    errColumns: () => (isTerminal("stderr") ? process.stderr.columns : undefined),
    out: (content) => output.write("stdout", content),
    err: (text) => output.write("stderr", text),
    // The escape sequence moves to the beginning of the line and erases the line.
    ...(isTerminal("stderr")
      ? { progress: (text: string) => output.write("stderr", `\r\u001b[K${escapeControlCharacters(text)}`) }
      : {}),
    onInterrupt(callback) {
      process.once("SIGINT", callback);
      return () => void process.off("SIGINT", callback);
    },
    onClosed: (callback) => output.onClosed(callback),
    readInput: input === undefined ? readStandardInput : () => Promise.resolve(input),
  };
}
