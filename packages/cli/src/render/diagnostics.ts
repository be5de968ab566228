import { styleText } from "node:util";
import {
  CONTROL_CHARACTERS,
  describeThrown,
  escapeControlCharacters,
  jsonText,
  renderDiagnostic,
  stackOf,
} from "@passwright/core";
import type { Diagnostic, PassFailure, Severity } from "@passwright/core";
import { causeOf } from "@passwright/sdk/loading";
import { beside } from "./wrap.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Matches the control characters to escape in JSON, except newlines, which occur only between values. */
const CONTROL = new RegExp(`(?!\\n)[${CONTROL_CHARACTERS}]`, "g");

const LONGEST_LINE = 1000;

/** Returns an event of a run as one line of JSON. New keys and events do not change the version of the format. */
export function jsonEvent(event: "start" | "input" | "end", data: object): string {
  return `${terminalJson({ version: 1, event, ...data }, 0)}\n`;
}

/** Returns JSON with escaped control characters, and without the text of very long source lines. */
function terminalJson(data: unknown, indent = 2): string {
  const isLong = (key: string, value: unknown): boolean =>
    key === "lineText" && typeof value === "string" && value.length > LONGEST_LINE;
  return jsonText(data, (key, value) => (isLong(key, value) ? undefined : value), indent).replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Version of the output of `--json`. Changes if a key is removed or gets a different meaning. */
const OUTPUT_VERSION = 1;

export function outputJson(data: object): string {
  return terminalJson({ version: OUTPUT_VERSION, ...data });
}

/** Returns a stack as text. All lines except the first line are indented. */
export function stackText(stack: string): string {
  const [first = "", ...rest] = stack.split("\n").map(escapeControlCharacters);
  return [first, ...rest.map((line) => (line.startsWith("    ") ? line : `    ${line}`))].join("\n");
}

export function stacksIn(failures: readonly PassFailure[]): readonly string[] {
  return failures.flatMap((failure) =>
    "thrown" in failure ? [stackText(stackOf(failure.thrown) ?? describeThrown(failure.thrown))] : [],
  );
}

/** Colors text without checking the stream, because `styleText` would check standard output. */
export function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { validateStream: false });
}

const COLORS = { error: "red", warning: "yellow", remark: "cyan" } as const satisfies { [S in Severity]: string };

/** Prints diagnostics on standard error, separated by empty lines. With `isDebug`, also prints stacks of exceptions. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], terminal: Terminal, isDebug = false): void {
  if (diagnostics.length === 0) return;
  const width = terminal.errColumns?.();
  const texts = diagnostics.map((diagnostic) => {
    const lines = renderDiagnostic(diagnostic)
      .split("\n")
      .map((line) => wrapped(line, width));
    const stack = isDebug ? stackOf(causeOf(diagnostic)) : undefined;
    const shown = (terminal.errHasColor ? colored(lines, diagnostic.severity) : lines).join("\n");
    return stack === undefined ? shown : `${shown}\n${stackText(stack)}`;
  });
  const codes = [...new Set(diagnostics.map(({ code }) => code))].slice(0, MOST_CODES);
  // Prints the hint about `passwright explain` only on terminals with colors.
  const more = terminal.errHasColor ? `${paint("dim", `more: passwright explain ${codes.join(" ")}`)}\n` : "";
  terminal.err(`${texts.join("\n\n")}\n${more}`);
}

const MOST_CODES = 3;

/** Adds colors to the severity and code, such as `error[PWL0001]`, and to help. */
function colored(lines: readonly string[], severity: Severity): string[] {
  return lines.map((line, index) => {
    if (index === 0) return line.replace(/^\w+\[\w+\]/, (head) => paint(["bold", COLORS[severity]], head));
    return line.startsWith("help:") ? paint("green", line) : line;
  });
}

/** Wraps messages, notes and help, but not lines whose columns have a meaning. */
function wrapped(line: string, width: number | undefined): string {
  const [, head, text] = /^(\w+\[\w+\]: | {3}= |help: )(.*)$/.exec(line) ?? [];
  return head === undefined || text === undefined ? line : beside(head, text, 4, width);
}
