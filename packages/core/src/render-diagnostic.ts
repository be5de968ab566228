import { type Diagnostic, type SourceLocation } from "./diagnostic.ts";

function place(at: SourceLocation): string {
  return at.line === 0 ? at.file : `${at.file}:${at.line}:${at.column}`;
}

/** The source line and a caret under its column; tabs stay tabs on both lines, so that they line up anywhere. */
function excerpt(at: SourceLocation): string[] {
  if (at.lineText === undefined || at.column < 1) return [];
  const before = at.lineText.slice(0, at.column - 1).replace(/[^\t]/g, " ");
  return [`   | ${at.lineText}`, `   | ${before}^`];
}

/**
 * A diagnostic as text, in the form that all of Passwright uses: headline with code, where, the line it is about, notes,
 * help. Ends without a newline and has no colour.
 */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const lines = [`${diagnostic.severity}[${diagnostic.code}]: ${diagnostic.message}`];
  const where = [
    diagnostic.plugin === undefined ? "" : `${diagnostic.pluginKind ?? "plugin"} ${diagnostic.plugin}`,
    diagnostic.at === undefined ? "" : place(diagnostic.at),
    diagnostic.step === undefined ? "" : `step ${diagnostic.step}`,
  ].filter((part) => part !== "");
  if (where.length > 0) lines.push(`  --> ${where.join(", ")}`);
  if (diagnostic.at !== undefined) lines.push(...excerpt(diagnostic.at));
  for (const note of diagnostic.notes ?? []) {
    const at = note.at === undefined ? "" : ` (${place(note.at)})`;
    lines.push(`   = ${note.message.replaceAll("\n", "\n     ")}${at}`);
    if (note.at !== undefined) lines.push(...excerpt(note.at));
  }
  for (const help of diagnostic.help ?? []) lines.push(`help: ${help}`);
  return lines.join("\n");
}
