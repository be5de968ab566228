import { type LegalPlaces, legalPlaces, type ResolveInput } from "@passwright/builder";
import { type LoadResult, type Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Arguments } from "../commands/flags.ts";
import { placesText } from "./places-text.ts";
import { exitCodeOf, report } from "../session/session.ts";
import { type ExitCode, type Terminal } from "../terminal/terminal.ts";

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
  const isGraph = session?.graph !== undefined;
  if (args.flags.has("json")) {
    const data = places && (isGraph ? { pass, pipelines: places } : places[0]);
    terminal.out(`${JSON.stringify({ ...data, diagnostics: found }, undefined, 2)}\n`);
  } else {
    // What is wrong with the pipeline as it is may be why the question is asked: it is told, and no reason not to answer.
    report(found, args, terminal);
    for (const { pipeline, ...where } of places ?? []) {
      terminal.out(`${pipeline === undefined ? "" : `in pipeline \`${pipeline}\` `}${placesText(where)}\n`);
    }
    if (isGraph && places?.length === 0) terminal.out("no pipeline of the graph takes insertions\n");
  }
  if (places === undefined) return exitCodeOf(found);
  return places.some(({ stretches }) => stretches.length > 0) ? 0 : 1;
}

/** The places of a pass, in each pipeline of a graph that takes insertions. */
function placesOf(pass: string, session: Session): (LegalPlaces & { readonly pipeline?: string })[] | undefined {
  // By its address, as plans print it, too.
  const found = session.catalogue.find(pass) ?? session.catalogue.find(pass.replace(/^.*::/, "").replace(/#\d+$/, ""));
  if (found === undefined) return undefined;
  const inputs = session.graph?.openPipelines ?? [{ input: session.builder.input() }];
  return inputs.map(({ path: pipeline, input }: { readonly path?: string; readonly input: ResolveInput }) => {
    const types = input.contributions.find((contribution) => contribution.pass.name === found.declaration.name)?.types;
    const places = legalPlaces(input, found.declaration, types);
    return pipeline === undefined ? places : { pipeline, ...places };
  });
}
