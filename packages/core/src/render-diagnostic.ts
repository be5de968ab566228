import { escapeControlCharacters as shown, escapeSourceLine } from "./control-characters.ts";
import type { Diagnostic, Note, SourceLocation } from "./diagnostic.ts";

function place(at: SourceLocation): string {
  return shown(at.line === 0 ? at.file : `${at.file}:${at.line}:${at.column}`);
}

const MOST_SHOWN = 160;

/**
 * Returns the source line around a position, and a caret below its column, or an empty list if the line is unknown. The
 * second line contains the tabs of the first, so that the lines align at any tab width.
 */
function excerpt({ lineText: line, column }: SourceLocation): string[] {
  if (line === undefined || column < 1) return [];
  const start = Math.max(0, Math.min(column - MOST_SHOWN / 2, line.length - MOST_SHOWN));
  const end = start + MOST_SHOWN;
  const upTo = (index: number): string => (start > 0 ? "…" : "") + escapeSourceLine(line.slice(start, index));
  const rest = end < line.length ? "…" : "";
  return [`   | ${upTo(end)}${rest}`, `   | ${upTo(column - 1).replace(/[^\t]/g, " ")}^`];
}

/** Indents the additional lines of a message, so that they do not look like headlines. */
function following(lines: readonly string[] = []): string[] {
  return lines.map((line) => `     ${shown(line)}`);
}

function noteLines({ message, lines, at }: Note): string[] {
  const text = [`   = ${shown(message)}`, ...following(lines)];
  if (at === undefined) return text;
  return [...text.slice(0, -1), `${text.at(-1)} (${place(at)})`, ...excerpt(at)];
}

/**
 * Renders a diagnostic as text: headline with code, position, source line, notes and help. The text does not contain
 * colors or a newline at the end. Control characters of the diagnostic are escaped.
 */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const { severity, code, message, at, plugin, pluginKind = "plugin", step, notes = [], help = [] } = diagnostic;
  const lines = [shown(`${severity}[${code}]: ${message}`), ...following(diagnostic.lines)];
  const where = [
    plugin === undefined ? "" : shown(`${pluginKind} ${plugin}`),
    at === undefined ? "" : place(at),
    step === undefined ? "" : shown(`step ${step}`),
  ].filter((part) => part !== "");
  if (where.length > 0) lines.push(`  --> ${where.join(", ")}`);
  if (at !== undefined) lines.push(...excerpt(at));
  for (const note of notes) lines.push(...noteLines(note));
  for (const one of help) lines.push(`help: ${shown(one)}`);
  return lines.join("\n");
}
