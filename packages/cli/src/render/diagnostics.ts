import { renderDiagnostic, stackOf } from "@passwright/core";
import type { Diagnostic, Severity } from "@passwright/core";
import type { Arguments } from "../commands/flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { paint } from "./paint.ts";
import { stackText } from "./stack-text.ts";

const COLORS = { error: "red", warning: "yellow", remark: "cyan" } as const satisfies { [S in Severity]: string };

/** Diagnostics on standard error, with an empty line between two. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  options: { readonly causeOf?: (diagnostic: Diagnostic) => unknown } = {},
): void {
  const texts = diagnostics.map((diagnostic) => {
    const text = renderDiagnostic(diagnostic);
    const cause = options.causeOf?.(diagnostic);
    const stack = stackOf(cause);
    return (
      (terminal.errHasColor ? colored(text, diagnostic.severity) : text) +
      (stack === undefined ? "" : `\n${stackText(stack)}`)
    );
  });
  if (texts.length > 0) terminal.err(`${texts.join("\n\n")}\n`);
}

/** Prints remarks, which tell of attempts that failed and were made good; not beside JSON, which has them. */
export function printRemarks(diagnostics: readonly Diagnostic[], args: Arguments, terminal: Terminal): void {
  if (args.flags.has("json")) return;
  printDiagnostics(
    diagnostics.filter(({ severity }) => severity === "remark"),
    terminal,
  );
}

/** `error[PWL0001]` in colour, and what helps in another. */
function colored(text: string, severity: Severity): string {
  return text
    .split("\n")
    .map((line, index) => {
      if (index === 0) return line.replace(/^\w+\[\w+\]/, (head) => paint(["bold", COLORS[severity]], head));
      return line.startsWith("help:") ? paint("green", line) : line;
    })
    .join("\n");
}
