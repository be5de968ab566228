import { escapeSourceLine, messageOf } from "@passwright/core";
import type { Diagnostic, Note, SourceLocation } from "@passwright/core";
import { PROGRAM } from "./flag-table.ts";

export interface MlirDiagnostic {
  /** Text that LLVM's command-line library writes before MLIR prints the diagnostic. */
  readonly before: string;
  /** Diagnostic with MLIR's text. Absent if MLIR prints nothing, for example for a pass that fails without an error. */
  readonly diagnostic: Diagnostic | undefined;
}

export function asMlirDiagnostic(diagnostic: Diagnostic): MlirDiagnostic {
  const { code, notes } = diagnostic;
  // Usually does not print PWC0409, because the verifier has already reported the error. Prints PWC0409 only if the
  // verifier threw.
  const isSilent = code === "PWC0408" || (code === "PWC0409" && notes === undefined);
  if (isSilent) return { before: "", diagnostic: undefined };
  return /^PWC02\d\d$/.test(diagnostic.code) ? pipelineError(diagnostic) : { before: "", diagnostic };
}

/** Prints a diagnostic and its notes like mlir-opt, with the source line and a caret. Escapes control characters. */
export function mlirDiagnosticText(diagnostic: Diagnostic): string {
  const { at, severity, notes = [] } = diagnostic;
  let text = `${headText(at, severity, diagnostic)}${excerpt(at)}`;
  let shown = placeText(at);
  const calls = (at?.callers ?? []).map((caller) => ({ message: "called from", at: caller }));
  for (const note of [...calls, ...notes]) {
    const place = note.at ?? at;
    // Omits the source line if it is the same as for the previous message.
    text += `${headText(place, "note", note)}${placeText(place) === shown ? "" : excerpt(place)}`;
    shown = placeText(place);
  }
  return text;
}

function headText(at: SourceLocation | undefined, kind: string, { message, lines = [] }: Omit<Note, "at">): string {
  const name = at !== undefined && isNoFile(at) ? `${at.file}: ` : "";
  const first = escapeSourceLine(`${placeText(at)}: ${kind}: ${name}${message}`);
  return [first, ...lines.map(escapeSourceLine)].map((line) => `${line}\n`).join("");
}

function placeText(at: SourceLocation | undefined): string {
  return at === undefined || isNoFile(at) ? "<unknown>:0" : `${at.file}:${at.line}:${columnInBytes(at)}`;
}

function isNoFile({ file, line, column }: SourceLocation): boolean {
  return line === 0 && column === 0 && file.startsWith("loc(");
}

function columnInBytes({ column, lineText }: SourceLocation): number {
  return lineText === undefined || column < 1 ? column : Buffer.byteLength(lineText.slice(0, column - 1)) + 1;
}

/** Returns the source line and a caret, like LLVM's SourceMgr. Omits the caret below non-ASCII lines. */
function excerpt(at: SourceLocation | undefined): string {
  if (at?.lineText === undefined || at.line === 0) return "";
  const line = expandTabs(escapeSourceLine(at.lineText));
  if (Buffer.byteLength(line) > line.length) return `${line}\n`;
  const width = (end: number): number => expandTabs(escapeSourceLine(at.lineText?.slice(0, end) ?? "")).length;
  const column = width(at.column - 1);
  const underlined = width(at.column - 1 + (at.length ?? 1)) - column;
  return `${line}\n${" ".repeat(column)}^${"~".repeat(Math.max(0, underlined - 1))}\n`;
}

function expandTabs(text: string): string {
  let out = "";
  for (const char of text) out += char === "\t" ? " ".repeat(8 - (Buffer.byteLength(out) % 8)) : char;
  return out;
}

/** Converts an error in a pipeline to MLIR's format: one diagnostic without a position, which contains all errors. */
function pipelineError(diagnostic: Diagnostic): MlirDiagnostic {
  const { before, text } = partsOfPipelineError(diagnostic);
  if (text === undefined) return { before, diagnostic: undefined };
  return { before, diagnostic: { code: diagnostic.code, severity: "error", ...messageOf(text) } };
}

export function pipelineErrorText(diagnostic: Diagnostic): string {
  const { before, text = "" } = partsOfPipelineError(diagnostic);
  return before + text;
}

/** Escapes each line of a text. Keeps the line breaks between lines, as MLIR does for the text of a pipeline. */
function escapeLines(text: string): string {
  return text.split("\n").map(escapeSourceLine).join("\n");
}

function partsOfPipelineError({ code, at, notes = [], within, option, ...said }: Diagnostic): {
  readonly before: string;
  readonly text: string | undefined;
} {
  const message = escapeLines(said.message);
  const failed = notes.map((note) => escapeLines(note.message));
  const end = failed.length === 0 ? "" : "\n";
  const isUnknown = option === undefined;
  const raw = isUnknown ? `${message}\n` : `${PROGRAM}: ${message}\n`;
  const rest = failed.map((one) => `\n${one}`).join("") + end;
  switch (code) {
    case "PWC0202":
    case "PWC0203":
      return { before: "", text: `${placeText(at)}: error: ${message}\n${excerpt(at)}` };
    case "PWC0205":
      return isUnknown ? { before: "", text: `${message}\n${rest}` } : { before: raw, text: rest };
    case "PWC0209":
      return { before: option === "" ? "" : raw, text: failed.length === 0 ? undefined : failed.join("\n") + end };
    case "PWC0210":
      return { before: raw, text: rest };
    case "PWC0211":
    case "PWC0212":
      // MLIR does not collect the errors in a pipeline that is the value of an option, but prints these errors first.
      return { before: within === undefined ? "" : pipelineErrorText(within), text: rest };
    case "PWC0213":
      return { before: within === undefined ? "" : pipelineErrorText(within), text: message + rest };
    default:
      return { before: "", text: message + rest };
  }
}
