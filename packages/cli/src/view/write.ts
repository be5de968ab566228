import { resolve } from "node:path";
import { jsonText } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Recording } from "@passwright/viewer";
import * as errors from "../errors/index.ts";
import { writeOutput } from "../output/output.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Writes a recording as JSON. Returns the error if that fails. */
export function writeRecording(file: string, recording: Recording, terminal: Terminal): Diagnostic | undefined {
  return writeText(file, `${jsonText(recording)}\n`, terminal);
}

/** Writes a file. Returns the error if that fails. */
export function writeText(file: string, text: string, { cwd, writes }: Terminal): Diagnostic | undefined {
  writes?.(resolve(cwd, file));
  const written = writeOutput(file, text, cwd);
  return written.ok ? undefined : errors.unwritableOutput(file, written.reason);
}
