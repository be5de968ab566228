import { messageOf } from "@passwright/core";
import type { Note, Severity, SourceLocation } from "@passwright/core";

/** Something that a program wrote about the IR, with its notes. */
export interface Finding {
  readonly severity: Severity;
  readonly message: string;
  readonly lines?: readonly string[];
  readonly at?: SourceLocation;
  readonly notes: readonly Note[];
}

/** What stands on standard error: findings, and lines that are none, in front of the first. */
export interface Findings {
  readonly findings: readonly Finding[];
  readonly rest: string;
}

const HEAD = /^(?:(.*?):(\d+)(?::(\d+))?: |loc\(.*?\): )?(error|warning|remark|note): (.*)$/;
const CARET = /^[ \t]*\^[~^ ]*$/;

/** So many findings are told one by one; behind them, what a program says is passed on as it is. Chosen, not measured. */
const MOST_FINDINGS = 10_000;

/** Names that are given to places which no file has. */
const NOWHERE = new Set(["<unknown>", "MLIR Textual PassPipeline Parser", ""]);

/**
 * Reads what `mlir::SourceMgrDiagnosticHandler` prints: `file:line:column: error: message`, more lines of the message, and
 * the line of the source with a caret under it, which is left out here.
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

/** Each line of a text, and where the next one begins. */
function* linesOf(text: string): Generator<{ readonly line: string; readonly end: number }> {
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length + 1 : found + 1;
    const isReturned = text[end - 2] === "\r" && end - 2 >= start;
    yield { line: text.slice(start, isReturned ? end - 2 : end - 1), end };
    start = end;
  }
}

/** So many characters of one text are shown: its beginning and its end. Chosen, not measured. */
const MOST_SHOWN = 16_384;

/** What is short enough for people, of what a program says of a failure. */
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
