import { messageOf } from "@passwright/core";
import type { Note, Severity, SourceLocation } from "@passwright/core";

/** Diagnostic that a program printed, with its notes. */
export interface Finding {
  readonly severity: Severity;
  readonly message: string;
  readonly lines?: readonly string[];
  readonly at?: SourceLocation;
  readonly notes: readonly Note[];
}

/** Content of standard error: diagnostics, and the lines before the first diagnostic. */
export interface Findings {
  readonly findings: readonly Finding[];
  readonly rest: string;
}

const HEAD = /^(?:(.*?):(\d+)(?::(\d+))?: |loc\(.*?\): )?(error|warning|remark|note): (.*)$/;
const CARET = /^[ \t]*\^[~^ ]*$/;

/**
 * Maximum number of messages that are parsed as diagnostics. The rest of the output is passed on as text. The value is
 * an estimate.
 */
const MOST_FINDINGS = 10_000;

/** Texts that MLIR prints in place of an unknown file name. */
const NOWHERE = new Set(["<unknown>", "MLIR Textual PassPipeline Parser", ""]);

/**
 * Parses the output of `mlir::SourceMgrDiagnosticHandler`: `file:line:column: error: message`, followed by further
 * lines of the message. Leaves out the source lines and carets of the output.
 */
export function readFindings(stderr: string): Findings {
  const findings: {
    severity: Severity;
    lines: string[];
    at?: SourceLocation;
    notes: { lines: string[]; at?: SourceLocation }[];
  }[] = [];
  const rest: string[] = [];
  let count = 0;
  let open: string[] = rest;
  for (const { line, end } of linesOf(stderr)) {
    const [, file, row, column, kind, message] = HEAD.exec(line) ?? [];
    if (kind === undefined || message === undefined) {
      if (CARET.test(line) && open !== rest && open.length > 1) open.pop();
      else open.push(line);
      continue;
    }
    const at = placeOf(file, row, column);
    const last = findings.at(-1);
    open = [message];
    const entry = { lines: open, ...(at === undefined ? {} : { at }) };
    if (kind === "note" && last !== undefined) last.notes.push(entry);
    else findings.push({ ...entry, severity: kind === "note" ? "remark" : (kind as Severity), notes: [] });
    if (++count < MOST_FINDINGS) continue;
    rest.push(stderr.slice(end));
    break;
  }
  return {
    findings: findings.map(({ lines, notes, ...finding }) => ({
      ...finding,
      ...messageOf(textOf(lines)),
      notes: notes.map(({ lines: text, ...note }) => ({ ...note, ...messageOf(textOf(text)) })),
    })),
    rest: rest.join("\n").trim(),
  };
}

/** Yields each line of a text and the offset of the next line. */
function* linesOf(text: string): Generator<{ readonly line: string; readonly end: number }> {
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length + 1 : found + 1;
    const isReturned = text[end - 2] === "\r" && end - 2 >= start;
    yield { line: text.slice(start, isReturned ? end - 2 : end - 1), end };
    start = end;
  }
}

/** Maximum length of a text in a message, in UTF-16 code units. The value is an estimate. */
const MOST_SHOWN = 16_384;

/** Shortens a long text for messages: keeps only its start and its end. */
export function shortened(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  const half = MOST_SHOWN / 2;
  return `${text.slice(0, half)}\n… (${text.length - 2 * half} characters left out)\n${text.slice(-half)}`;
}

function textOf(lines: readonly string[]): string {
  return shortened(lines.join("\n").trimEnd());
}

function placeOf(file = "", row = "0", column = "1"): SourceLocation | undefined {
  if (NOWHERE.has(file) || row === "0") return undefined;
  return { file, line: Number(row), column: Math.max(1, Number(column)) };
}
