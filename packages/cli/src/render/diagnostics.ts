import { styleText } from "node:util";
import { CONTROL_CHARACTERS, escapeControlCharacters, jsonText, renderDiagnostic, stackOf } from "@passwright/core";
import type { Diagnostic, Severity } from "@passwright/core";
import type { Terminal } from "../terminal/terminal.ts";

/** JSON escapes C0 control characters by itself, and its own line breaks are the only newlines. */
const CONTROL = new RegExp(`(?!\\n)[${CONTROL_CHARACTERS}]`, "g");

/** Returns data as JSON in which control characters are escaped, so that a terminal does not interpret them. */
export function terminalJson(data: unknown, indent = 2): string {
  return jsonText(data, undefined, indent).replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Version of the output of `--json`: changes when a key is removed or means something else. `schema/output.schema.json` describes it. */
const OUTPUT_VERSION = 1;

/** Returns the output of a command with `--json`. */
export function outputJson(data: object): string {
  return terminalJson({ version: OUTPUT_VERSION, ...data });
}

/** Returns a stack as text. All lines but the first are indented. */
export function stackText(stack: string): string {
  const [first = "", ...rest] = stack.split("\n").map(escapeControlCharacters);
  return [first, ...rest.map((line) => (line.startsWith("    ") ? line : `    ${line}`))].join("\n");
}

/** Colours text without checking the stream: `styleText` would check standard output, not standard error. */
export function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { validateStream: false });
}

const COLORS = { error: "red", warning: "yellow", remark: "cyan" } as const satisfies { [S in Severity]: string };

/** Prints diagnostics on standard error, separated by empty lines. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  causeOf?: (diagnostic: Diagnostic) => unknown,
): void {
  const texts = diagnostics.map((diagnostic) => {
    const text = renderDiagnostic(diagnostic);
    const stack = stackOf(causeOf?.(diagnostic));
    const shown = terminal.errHasColor ? colored(text, diagnostic.severity) : text;
    return stack === undefined ? shown : `${shown}\n${stackText(stack)}`;
  });
  if (texts.length === 0) return;
  const codes = [...new Set(diagnostics.map(({ code }) => code))].slice(0, MOST_CODES);
  // Only on terminals.
  const more = terminal.errHasColor ? `${paint("dim", `more: passwright explain ${codes.join(" ")}`)}\n` : "";
  terminal.err(`${texts.join("\n\n")}\n${more}`);
}

/** Number of codes that the hint after messages names. */
const MOST_CODES = 3;

/** Colours codes such as `error[PWL0001]`, and help. */
function colored(text: string, severity: Severity): string {
  return text
    .split("\n")
    .map((line, index) => {
      if (index === 0) return line.replace(/^\w+\[\w+\]/, (head) => paint(["bold", COLORS[severity]], head));
      return line.startsWith("help:") ? paint("green", line) : line;
    })
    .join("\n");
}
