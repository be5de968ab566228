import type { SourceLocation } from "@passwright/core";
import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import type { Source } from "@passwright/ir";
import { runMlirOpt } from "@passwright/development";

const SHOWN_OPERATION = "see current operation";

/**
 * Returns the errors and notes of a text, each as `line:column: error: message`. For a valid text, also checks that it
 * can be printed.
 */
export function whatWeSay(text: string | Source): readonly string[] {
  const found: string[] = [];
  const add = (at: SourceLocation | undefined, what: string, message: string): void => {
    const [firstLine = ""] = message.split("\n");
    if (!message.startsWith(SHOWN_OPERATION)) found.push(`${placeOf(at)}: ${what}: ${masked(firstLine)}`);
  };
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
  const report = ({ at, severity, message, notes = [] }: (typeof diagnostics)[number]): void => {
    add(at, severity, message);
    for (const note of notes) add(note.at ?? at, "note", note.message);
  };
  const diagnostics = parsed.ok ? [] : parsed.diagnostics;
  diagnostics.forEach(report);
  if (parsed.ok && verifyOperation(parsed.op, { recursive: true }, report)) parsed.op.print();
  return found;
}

/**
 * Returns the errors and notes of mlir-opt for each text. Uses one process for several texts. If mlir-opt crashes on a
 * text, the result of this text is `undefined`.
 */
export function whatMlirOptSays(texts: readonly string[]): readonly (readonly string[] | undefined)[] {
  const lineEnded = texts.map((text) => (text.endsWith("\n") ? text : `${text}\n`));
  const { stderr, code } = runMlirOpt(
    ["--allow-unregistered-dialect", "--split-input-file"],
    lineEnded.join("// -----\n"),
  );
  if (code !== 0 && code !== 1) {
    const half = texts.length >> 1;
    return half === 0 ? [undefined] : [...whatMlirOptSays(texts.slice(0, half)), ...whatMlirOptSays(texts.slice(half))];
  }
  const found = texts.map((): string[] => []);
  let elsewhere = false;
  const starts: number[] = [];
  lineEnded.reduce((line, text) => (starts.push(line), line + text.split("\n").length), 1);
  for (const [, file, line, column = "", rest = ""] of stderr.matchAll(
    /^(\S+?):(\d+):(?:(\d+):)? ((?:error|note): .*)$/gm,
  )) {
    if (rest.startsWith(`note: ${SHOWN_OPERATION}`)) continue;
    if (file !== "<stdin>" && texts.length > 1) elsewhere = true;
    const part = file === "<stdin>" ? starts.findLastIndex((start) => start <= Number(line)) : 0;
    found[part]?.push(`${Number(line) - (file === "<stdin>" ? starts[part]! - 1 : 0)}:${column}: ${masked(rest)}`);
  }
  // If an error has a location outside of the texts, runs mlir-opt on each text alone, to find the text that causes the
  // error.
  return elsewhere ? texts.flatMap((text) => whatMlirOptSays([text])) : found;
}

function placeOf(at: SourceLocation | undefined): string {
  if (at === undefined) return "0:";
  const { line, column, lineText } = at;
  return `${line}:${lineText === undefined ? column : Buffer.byteLength(lineText.slice(0, column - 1)) + 1}`;
}

/**
 * Masks parts of messages that differ: mlir-opt has more dialects, and writes a zero byte in place of a plural ending.
 */
function masked(message: string): string {
  return message.replace(/Available dialects: .*/, "Available dialects: …").replaceAll("\0", "");
}
