import { type Diagnostic, type SourceLocation } from "@passwright/core";

/** What mlir-opt makes of a diagnostic of ours. */
export interface MlirDiagnostic {
  /** What llvm::cl writes before there is a diagnostic at all. */
  readonly before: string;
  /** In MLIR's words; none for a pass that failed without a word (PWC0408). */
  readonly diagnostic: Diagnostic | undefined;
}

export function asMlirDiagnostic(diagnostic: Diagnostic, program: string): MlirDiagnostic {
  if (diagnostic.code === "PWC0408") return { before: "", diagnostic: undefined };
  return /^PWC02\d\d$/.test(diagnostic.code) ? pipelineError(diagnostic, program) : { before: "", diagnostic };
}

/**
 * A diagnostic as mlir-opt prints it on standard error: `file:line:col: error: message`, the source line, a caret; its notes
 * likewise. What has no place is at `<unknown>:0`.
 */
export function mlirDiagnosticText({ at, severity, message, notes = [] }: Diagnostic): string {
  let text = `${placeText(at)}: ${severity}: ${message}\n${excerpt(at)}`;
  let shown = placeText(at);
  for (const note of notes) {
    const place = note.at ?? at;
    // A line that was just shown is not shown again.
    text += `${placeText(place)}: note: ${note.message}\n${placeText(place) === shown ? "" : excerpt(place)}`;
    shown = placeText(place);
  }
  return text;
}

function placeText(at: SourceLocation | undefined): string {
  return at === undefined ? "<unknown>:0" : `${at.file}:${at.line}:${columnInBytes(at)}`;
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
  const line = expandTabs(at.lineText);
  if (Buffer.byteLength(line) > line.length) return `${line}\n`;
  const column = expandTabs(at.lineText.slice(0, at.column - 1)).length;
  const underlined = expandTabs(at.lineText.slice(0, at.column - 1 + (at.length ?? 1))).length - column;
  return `${line}\n${" ".repeat(column)}^${"~".repeat(Math.max(0, underlined - 1))}\n`;
}

function expandTabs(text: string): string {
  let out = "";
  for (const char of text) out += char === "\t" ? " ".repeat(8 - (Buffer.byteLength(out) % 8)) : char;
  return out;
}

/**
 * Errors in a pipeline's text. MLIR collects them in a string, which begins with the error itself in SourceMgr's form, and
 * emits that as one diagnostic without a place; what llvm::cl says of a value goes out before it.
 */
function pipelineError({ code, message, at, notes = [] }: Diagnostic, program: string): MlirDiagnostic {
  const emit = (text: string, before = ""): MlirDiagnostic => ({
    before,
    diagnostic: { code, severity: "error", message: text },
  });
  const failed = notes.map((note) => `\n${note.message}`).join("");
  const end = failed === "" ? "" : "\n";
  switch (code) {
    case "PWC0202":
    case "PWC0203":
      return emit(`${placeText(at)}: error: ${message}\n${excerpt(at)}`);
    case "PWC0205":
      return message.startsWith("<Pass-Options-Parser>")
        ? emit(`${message}\n${failed}${end}`)
        : emit(failed + end, `${program}: ${message}\n`);
    default:
      return emit(message + failed + end);
  }
}
