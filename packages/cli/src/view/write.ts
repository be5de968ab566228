import { resolve } from "node:path";
import { jsonText } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Recording } from "@passwright/viewer";
import { writeOrReport } from "../output/output.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Writes a recording as JSON. Returns the errors. */
export function writeRecording(file: string, recording: Recording, terminal: Terminal): readonly Diagnostic[] {
  return writeText(file, `${jsonText(recording)}\n`, terminal);
}

/** Writes a file. Returns the errors. */
export function writeText(file: string, text: string, { cwd, writes }: Terminal): readonly Diagnostic[] {
  writes?.(resolve(cwd, file));
  return writeOrReport(file, text, cwd);
}
