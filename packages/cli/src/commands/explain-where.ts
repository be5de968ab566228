import { type LegalPlaces, legalPlaces } from "@passwright/builder";
import { type LoadResult, type Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Arguments } from "../flags.ts";
import { placesText } from "../render/places-text.ts";
import { exitCodeOf, report } from "../session.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";

/** `passwright explain --where PASS`: every place where a pass could go, and what binds each end. */
export function explainWhere(
  pass: string,
  { session, diagnostics }: LoadResult,
  args: Arguments,
  terminal: Terminal,
): ExitCode {
  const places = session && placesOf(pass, session);
  const isUnknown = session !== undefined && places === undefined;
  const found = isUnknown ? [errors.unknownPass(pass, session.catalogue.suggest(pass))] : diagnostics;
  if (args.flags.has("json")) terminal.out(`${JSON.stringify({ ...places, diagnostics: found }, undefined, 2)}\n`);
  else {
    // What is wrong with the pipeline as it is may be why the question is asked: it is told, and no reason not to answer.
    report(found, args, terminal);
    if (places !== undefined) terminal.out(`${placesText(places)}\n`);
  }
  if (places === undefined) return exitCodeOf(found);
  return places.stretches.length > 0 ? 0 : 1;
}

function placesOf(pass: string, { builder, catalogue }: Session): LegalPlaces | undefined {
  const found = catalogue.find(pass);
  if (found === undefined) return undefined;
  const input = builder.input();
  const types = input.contributions.find((contribution) => contribution.pass.name === pass)?.types;
  return legalPlaces(input, found.declaration, types);
}
