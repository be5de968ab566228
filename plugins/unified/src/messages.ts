import { messageOf } from "@passwright/core";
import type { PassContext } from "@passwright/sdk";
import type { VFile } from "vfile";
import type { VFileMessage } from "vfile-message";

/** Reports the messages of a file, starting at the index `from`, as diagnostics of a pass. */
export function reportMessages(file: VFile, from: number, pass: PassContext<never>): void {
  const messages = file.messages.slice(from);
  if (messages.length === 0) return;
  const lines = String(file).split(/\r\n|\n|\r/);
  for (const message of messages) report(message, file.path ?? "<text>", lines, pass);
}

function report(message: VFileMessage, file: string, lines: readonly string[], pass: PassContext<never>): void {
  const { reason, line, column = 1, fatal, ruleId, source, place, note, url, actual, expected } = message;
  const severity = fatal === true ? "error" : fatal === undefined ? "remark" : "warning";
  const rule = [source, ruleId].filter((part) => part != null).join(":");
  const end = place !== undefined && "end" in place ? place.end : undefined;
  const isInLine = end !== undefined && end.line === line;
  const at =
    line === undefined
      ? undefined
      : {
          file,
          line,
          column,
          ...(lines[line - 1] !== undefined && { lineText: lines[line - 1] as string }),
          ...(isInLine && end.column > column && { length: end.column - column }),
        };
  const notes = [
    end === undefined || isInLine ? undefined : `ends at line ${end.line}, column ${end.column}`,
    actual == null ? undefined : `actual: ${actual}`,
    expected == null ? undefined : `expected: ${expected.join(", ")}`,
    note,
  ].filter((one) => one != null);
  pass.emitAt(at, severity, rule === "" ? reason : `${reason} (${rule})`, {
    ...(notes.length > 0 && { notes: notes.map((one) => messageOf(one)) }),
    ...(url != null && { help: [`read ${url}`] }),
  });
}
