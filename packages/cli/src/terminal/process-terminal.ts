import { escapeControlCharacters } from "@passwright/core";
import { hasColor, isTerminal } from "./output.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./terminal.ts";

/** All of standard input, as the bytes that it is. */
export async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The terminal of this process. */
export function terminalOf(output: Output, input?: Uint8Array): Terminal {
  return {
    cwd: process.cwd(),
    outHasColor: hasColor("stdout"),
    errHasColor: hasColor("stderr"),
    out: (text) => output.write("stdout", text),
    outBytes: (bytes) => output.write("stdout", bytes),
    err: (text) => output.write("stderr", text),
    // To the beginning of the line, whose text is erased.
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
