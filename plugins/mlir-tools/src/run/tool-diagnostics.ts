import { type Note, type Severity, type SourceLocation } from "@passwright/core";

/** Something that a program wrote about the IR, with its notes. */
export interface Finding {
  readonly severity: Severity;
  readonly message: string;
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
  let open: string[] = rest;
  for (const line of stderr.split(/\r?\n/)) {
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
  }
  return {
    findings: findings.map(({ lines, notes, ...finding }) => ({
      ...finding,
      message: textOf(lines),
      notes: notes.map(({ lines: text, ...note }) => ({ ...note, message: textOf(text) })),
    })),
    rest: rest.join("\n").trim(),
  };
}

function textOf(lines: readonly string[]): string {
  return lines.join("\n").trimEnd();
}

function placeOf(file = "", row = "0", column = "1"): SourceLocation | undefined {
  if (NOWHERE.has(file) || row === "0") return undefined;
  return { file, line: Number(row), column: Math.max(1, Number(column)) };
}
