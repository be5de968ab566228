import type { Diagnostic } from "@passwright/core";
import type { Arguments } from "./flags.ts";
import { exitCodeOf, report } from "../session/session.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** What a command found, in the two forms in which it can be printed. */
export interface Answer {
  /** With the diagnostics in it. */
  json(this: void): string;
  /** Without them: they are told first. `undefined` where they are all there is. */
  text(this: void): string | undefined;
}

/** Prints an answer as it was asked for, and answers what its diagnostics come to. */
export function tellAnswer(
  { json, text }: Answer,
  diagnostics: readonly Diagnostic[],
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  if (args.flags.has("json")) terminal.out(`${json()}\n`);
  else {
    report(diagnostics, args, terminal);
    const shown = text();
    if (shown !== undefined) terminal.out(`${shown}\n`);
  }
  return exitCodeOf(diagnostics);
}
