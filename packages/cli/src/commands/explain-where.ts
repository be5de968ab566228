import { legalPlaces, type LegalStretch } from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";
import { type LoadResult } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Arguments } from "../flags.ts";
import { exitCodeOf, report } from "../session.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";

function bound(words: string, { message, notes }: Diagnostic): string[] {
  const reason = notes?.find(({ message: note }) => note.startsWith("reason: "))?.message.slice("reason: ".length);
  return [`  ${words} ${message}${reason === undefined ? "" : `: ${reason}`}`];
}

function stretchLines({ after, before, notEarlier, notLater }: LegalStretch): string[] {
  return [
    `legal: ${after === undefined ? "from the beginning" : `after ${after}`} … ${before === undefined ? "to the end" : `before ${before}`}`,
    ...(notEarlier === undefined ? [] : bound("not earlier:", notEarlier)),
    ...(notLater === undefined ? [] : bound("not later:  ", notLater)),
  ];
}

/** `passwright explain --where PASS`: every place where a pass could go, and what binds each end. */
export function explainWhere(
  pass: string,
  { session, diagnostics }: LoadResult,
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  if (session === undefined) {
    report(diagnostics, args, terminal);
    return exitCodeOf(diagnostics);
  }
  const found = session.catalogue.find(pass);
  if (found === undefined) {
    report([errors.unknownPass(pass, session.catalogue.suggest(pass))], args, terminal);
    return 2;
  }
  const input = session.builder.input();
  const types = input.contributions.find((contribution) => contribution.pass.name === pass)?.types;
  const places = legalPlaces(input, found.declaration, types);
  if (args.flags.has("json")) {
    terminal.out(`${JSON.stringify(places, undefined, 2)}\n`);
    return 0;
  }
  const lines = places.stretches.flatMap(stretchLines);
  const nowhere = ["there is no legal place:", ...places.nowhere.map(({ message }) => `  ${message}`)];
  terminal.out(`${(lines.length > 0 ? lines : nowhere).join("\n")}\n`);
  return lines.length > 0 ? 0 : 1;
}
