import { escapeControlCharacters } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { outputJson, printDiagnostics } from "../render/diagnostics.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import type { Arguments } from "./flags.ts";

/** Result of a command, which is printed as JSON or as text. The diagnostics determine the exit code. */
export interface CommandOutcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly json?: () => object;
  readonly text?: () => string | undefined;
  /** Whether `text` can contain styles, and escapes the control characters of its data. Other texts are escaped here. */
  readonly isStyled?: true;
  /** Remarks to print after the text. Errors and warnings in this list are not printed. */
  readonly remarks?: readonly Diagnostic[];
  readonly exitCode?: ExitCode;
}

export function printOutcome(outcome: CommandOutcome, args: Arguments, terminal: Terminal): ExitCode {
  const { diagnostics, json, text, isStyled, remarks = [], exitCode = exitCodeOf(diagnostics) } = outcome;
  if (args.flags.has("json")) terminal.out(`${outputJson({ ...json?.(), diagnostics })}\n`);
  else {
    const after = remarks.filter(({ severity }) => severity === "remark");
    report(diagnostics, args, terminal);
    const shown = text?.();
    const escaped = isStyled === true ? shown : shown?.split("\n").map(escapeControlCharacters).join("\n");
    if (escaped !== undefined) terminal.out(`${escaped}\n`);
    printDiagnostics(after, terminal);
  }
  return exitCode;
}

/** Prints errors and warnings. Remarks describe refused attempts that do not affect the result. */
export function report(diagnostics: readonly Diagnostic[], args: Arguments, terminal: Terminal): void {
  const shown = diagnostics.filter(({ severity }) => severity !== "remark");
  printDiagnostics(shown, terminal, args.flags.has("debug"));
}

const MISUSE =
  /^(?:PWL000[1248]|PWL0401|PWL061[2-4]|PWB080[1-3]|PWR000[6-9]|PWR001\d|PWR002[01456789]|PWR060[14]|PWR0802)$/;

export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return 0;
  // An unknown target or level has a position if it is in a config. Otherwise, a flag selects it. An invalid name can
  // also be in the code of a plugin.
  const areMisuse = errors.every(({ code, at, plugin }) =>
    code === "PWC0101" ? plugin === undefined : MISUSE.test(code) || (code === "PWL0403" && at === undefined),
  );
  return areMisuse ? 2 : 1;
}
