import type { Diagnostic } from "@passwright/sdk";

/** Returns the text that MLIR's pipeline parser writes to standard error by default. */
export function pipelineErrorText({ message, at, notes = [] }: Diagnostic): string {
  const isSyntax = at?.lineText !== undefined && notes.length === 0;
  if (!isSyntax) return `${[message, ...notes.map((note) => note.message)].join("\n")}\n`;
  return `${at.file}:${at.line}:${at.column}: error: ${message}\n${at.lineText}\n${" ".repeat(at.column - 1)}^\n`;
}
