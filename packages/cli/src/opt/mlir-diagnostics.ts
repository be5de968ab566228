import { escapeSourceLine, messageOf } from "@passwright/core";
import type { Diagnostic, Note, SourceLocation } from "@passwright/core";

export const PROGRAM = "passwright-opt";

/** What mlir-opt makes of a diagnostic of ours. */
export interface MlirDiagnostic {
  /** What llvm::cl writes before there is a diagnostic at all. */
  readonly before: string;
  /** MLIR's texts. Empty where MLIR prints nothing, for instance for a pass that fails without an error. */
  readonly diagnostic: Diagnostic | undefined;
}

export function asMlirDiagnostic(diagnostic: Diagnostic, program: string): MlirDiagnostic {
  const { code, notes } = diagnostic;
  // After PWC0409 the verifier has said what is wrong, unless it threw.
  const isSilent = code === "PWC0408" || (code === "PWC0409" && notes === undefined);
  if (isSilent) return { before: "", diagnostic: undefined };
  return /^PWC02\d\d$/.test(diagnostic.code) ? pipelineError(diagnostic, program) : { before: "", diagnostic };
}

/**
 * A diagnostic as mlir-opt prints it on standard error: `file:line:col: error: message`, the source line, a caret; its notes
 * likewise. What has no place is at `<unknown>:0`. Unlike mlir-opt's, its control characters are escaped.
 */
export function mlirDiagnosticText(diagnostic: Diagnostic): string {
  const { at, severity, notes = [] } = diagnostic;
  let text = `${headText(at, severity, diagnostic)}${excerpt(at)}`;
  let shown = placeText(at);
  for (const note of notes) {
    const place = note.at ?? at;
    // A line that was just shown is not shown again.
    text += `${headText(place, "note", note)}${placeText(place) === shown ? "" : excerpt(place)}`;
    shown = placeText(place);
  }
  return text;
}

/** The place, what it is, and the message, which may have several lines. */
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

/** MLIR counts bytes. */
function columnInBytes({ column, lineText }: SourceLocation): number {
  return lineText === undefined || column < 1 ? column : Buffer.byteLength(lineText.slice(0, column - 1)) + 1;
}

/**
 * The line and a caret, as LLVM's SourceMgr writes them: tabs become spaces up to the next multiple of eight, and there is no
 * caret under what is not ASCII.
 */
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

/**
 * Errors in a pipeline's text. MLIR collects them in a string, which begins with the error itself in SourceMgr's form, and
 * emits that as one diagnostic without a place; what llvm::cl says of a value, and whatever is said of options that are not a
 * pass's own, goes out before it.
 */
function pipelineError(diagnostic: Diagnostic, program: string): MlirDiagnostic {
  const { before, text } = partsOfPipelineError(diagnostic, program);
  if (text === undefined) return { before, diagnostic: undefined };
  return { before, diagnostic: { code: diagnostic.code, severity: "error", ...messageOf(text) } };
}

/** The same as it goes to standard error where nobody collects it. */
export function pipelineErrorText(diagnostic: Diagnostic): string {
  const { before, text = "" } = partsOfPipelineError(diagnostic, PROGRAM);
  return before + text;
}

/** Line breaks stay: they are those of the pipeline's text, which MLIR repeats. */
function escapeLines(text: string): string {
  return text.split("\n").map(escapeSourceLine).join("\n");
}

function partsOfPipelineError(
  { code, at, notes = [], within, option, ...said }: Diagnostic,
  program: string,
): { readonly before: string; readonly text: string | undefined } {
  const message = escapeLines(said.message);
  const failed = notes.map((note) => escapeLines(note.message));
  const end = failed.length === 0 ? "" : "\n";
  const isUnknown = option === undefined;
  const raw = isUnknown ? `${message}\n` : `${program}: ${message}\n`;
  const rest = failed.map((one) => `\n${one}`).join("") + end;
  switch (code) {
    case "PWC0202":
    case "PWC0203":
      return { before: "", text: `${placeText(at)}: error: ${message}\n${excerpt(at)}` };
    case "PWC0205":
      return isUnknown ? { before: "", text: `${message}\n${rest}` } : { before: raw, text: rest };
    case "PWC0209":
      return {
        before: option === "" ? "" : raw,
        text: failed.length === 0 ? undefined : failed.join("\n") + end,
      };
    case "PWC0210":
      return { before: raw, text: rest };
    case "PWC0211":
    case "PWC0212":
      // MLIR reads pipelines in options with nobody to collect the errors.
      return { before: within === undefined ? "" : pipelineErrorText(within), text: rest };
    case "PWC0213":
      return { before: within === undefined ? "" : pipelineErrorText(within), text: message + rest };
    default:
      return { before: "", text: message + rest };
  }
}
