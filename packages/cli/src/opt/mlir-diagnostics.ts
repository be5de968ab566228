import { type Diagnostic, type SourceLocation } from "@passwright/core";

/**
 * A diagnostic as mlir-opt prints it on standard error: `file:line:col: error: message`, the source line, a caret; its notes
 * likewise. What has no place is at `<unknown>:0`.
 *
 * A pass that failed without a word (PWC0408) prints nothing there, and nothing here.
 */
export function mlirDiagnosticText(diagnostic: Diagnostic, program: string): string {
  if (diagnostic.code === "PWC0408") return "";
  if (/^PWC02\d\d$/.test(diagnostic.code)) return pipelineErrorText(diagnostic, program);
  const { at, severity, message, notes = [] } = diagnostic;
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
  return at === undefined ? "<unknown>:0" : `${at.file}:${at.line}:${at.column}`;
}

/** The line and a caret, as LLVM's SourceMgr writes them: tabs become spaces up to the next multiple of eight. */
function excerpt(at: SourceLocation | undefined): string {
  if (at?.lineText === undefined || at.line === 0) return "";
  const line = expandTabs(at.lineText);
  const column = expandTabs(at.lineText.slice(0, at.column - 1)).length;
  return `${line}\n${" ".repeat(column)}^\n`;
}

function expandTabs(text: string): string {
  let out = "";
  for (const char of text) out += char === "\t" ? " ".repeat(8 - (out.length % 8)) : char;
  return out;
}

/**
 * Errors in a pipeline's text. MLIR collects them in a string, which begins with the error itself in SourceMgr's form, and
 * emits that as one diagnostic without a place; what llvm::cl says of a value goes out before it.
 */
function pipelineErrorText({ code, message, at, notes = [] }: Diagnostic, program: string): string {
  const emit = (text: string): string => `<unknown>:0: error: ${text}\n`;
  const failed = notes.map((note) => `\n${note.message}`).join("");
  const end = failed === "" ? "" : "\n";
  switch (code) {
    case "PWC0202":
    case "PWC0203":
      return emit(`${placeText(at)}: error: ${message}\n${excerpt(at)}`);
    case "PWC0205":
      return message.startsWith("<Pass-Options-Parser>")
        ? emit(`${message}\n${failed}${end}`)
        : `${program}: ${message}\n${emit(failed + end)}`;
    default:
      return emit(message + failed + end);
  }
}
