import type { LoadResult } from "@passwright/loader";
import type { LegalPositions } from "@passwright/sdk";
import type { Arguments } from "../commands/flags.ts";
import * as errors from "../errors.ts";
import { terminalJson } from "../render/diagnostics.ts";
import { exitCodeOf, report } from "../session/session.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { placesText } from "./explain-text.ts";

/** `passwright explain --where PASS`: every legal position of a pass, and what bounds it. */
export function explainWhere(
  pass: string,
  { session, diagnostics }: LoadResult,
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const isKnown = session?.assembly.hasPass(pass) === true;
  const places: readonly LegalPositions[] | undefined = isKnown ? session.assembly.positionsFor(pass) : undefined;
  const isUnknown = session !== undefined && !isKnown;
  const found = isUnknown ? [errors.unknownPass(pass, session.catalogue.suggest(pass))] : diagnostics;
  const isGraph = session?.graph !== undefined;
  if (args.flags.has("json")) {
    const data = places && (isGraph ? { pass, pipelines: places } : places[0]);
    terminal.out(`${terminalJson({ ...data, diagnostics: found })}\n`);
  } else {
    // An error of the pipeline may be the reason for the question: it is reported, and does not prevent the answer.
    report(found, args, terminal);
    for (const { pipeline, ...where } of places ?? []) {
      terminal.out(`${pipeline === undefined ? "" : `in pipeline \`${pipeline}\` `}${placesText(where)}\n`);
    }
    if (isGraph && places?.length === 0) terminal.out("no pipeline of the graph takes insertions\n");
  }
  if (places === undefined) return exitCodeOf(found);
  return places.some(({ stretches }) => stretches.length > 0) ? 0 : 1;
}
