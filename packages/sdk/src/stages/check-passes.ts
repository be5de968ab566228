import { specsOf, whereOf } from "@passwright/builder";
import type { DataInsertion, PassCatalogue } from "@passwright/builder";
import { optionProblems, parseOptionData } from "@passwright/core";
import type { Diagnostic, OptionProblem, OptionSpecs, ReadPipeline } from "@passwright/core";
import type { OwnerContributions } from "../contributions/checked.ts";
import type { DataPlace } from "../data/node.ts";
import type { Bundles } from "./bundles.ts";
import * as errors from "./errors.ts";
import type { Framework } from "../define/define-framework.ts";
import type { NamedPass, PipelineContent } from "./pipeline-content.ts";
import { originIn } from "./insertions.ts";

type Where = Pick<Diagnostic, "at" | "plugin" | "pluginKind">;

/** Data about declared passes and bundles, to check names and options. */
export interface Known {
  readonly catalogue: PassCatalogue;
  /** Parses an option whose value is a pipeline. */
  readonly read: ReadPipeline;
  readonly bundles: Bundles;
  readonly owners: readonly string[];
  /** Reasons why plugins do not provide certain passes. Errors about unknown passes show these reasons. */
  readonly lacks: readonly string[];
  readonly packageWith: (pass: string) => string | undefined;
}

interface Mention extends Pick<NamedPass, "pass">, Partial<Pick<NamedPass, "options" | "optionsText">> {
  readonly where: Where;
}

const placeOf = (placed: DataPlace): Where => whereOf(originIn(placed));

/** Checks all bundles in a config, and all passes in the config except the passes of insertions. */
export function checkConfigPasses(
  { bundles, cleanups, insert }: OwnerContributions,
  content: PipelineContent,
  known: Known,
): Diagnostic[] {
  const mentions: Mention[] = [
    ...content.passes.map((one) => ({ ...one, where: placeOf(one) })),
    ...[...bundles.values()].flatMap(({ passes }) => passes.map((one) => ({ ...one.data, where: placeOf(one) }))),
  ];
  const named = [
    ...content.bundles.map((one) => ({ bundle: one.data, where: placeOf(one) })),
    ...insert.flatMap((one) => ("bundle" in one.data ? [{ bundle: one.data.bundle, where: placeOf(one) }] : [])),
  ];
  return [
    ...mentions.flatMap((mention) => checkMention(mention, known)),
    ...cleanups.flatMap(({ text, at }) => checkCleanup(text, at.lineText === undefined ? {} : { at }, known)),
    ...named
      .filter(({ bundle }) => !known.bundles.has(bundle))
      .map(({ bundle, where }) => checkBundle(bundle, where, known)),
  ];
}

function checkBundle(bundle: string, where: Where, { bundles, catalogue }: Known): Diagnostic {
  const unknown = errors.unknownBundle(bundle, bundles, where);
  const help = `write \`pass: ${bundle}\`, because \`${bundle}\` is a pass`;
  return catalogue.find(bundle) === undefined ? unknown : { ...unknown, help: [help] };
}

export function checkFrameworkCleanups({ name, cleanups = [] }: Framework<object>, known: Known): Diagnostic[] {
  return cleanups.flatMap((pass) => checkCleanup(pass, { plugin: name, pluginKind: "framework" }, known));
}

function checkCleanup(pass: string, where: Where, known: Known): Diagnostic[] {
  const isIdempotent = known.catalogue.find(pass)?.declaration.idempotent !== false;
  return [...checkMention({ pass, where }, known), ...(isIdempotent ? [] : [errors.cleanupNotIdempotent(pass, where)])];
}

export function checkInsertions(insertions: readonly DataInsertion[], known: Known): Diagnostic[] {
  return insertions.flatMap(({ pass, isBundle, settings, origin }) =>
    isBundle === true ? [] : checkMention({ pass, options: settings.options, where: whereOf(origin) }, known),
  );
}

function checkMention({ pass, options, optionsText, where }: Mention, known: Known): Diagnostic[] {
  const { catalogue, owners, lacks } = known;
  const found = catalogue.find(pass);
  const named = catalogue.findPipeline(pass);
  if (found === undefined && named === undefined) {
    const holder = known.packageWith(pass);
    const bare = /::(.+)$/.exec(pass)?.[1] ?? "";
    const similar = catalogue.suggest(bare) ?? catalogue.suggest(pass);
    const unknown = errors.unknownPass(pass, where, similar, owners, { lacks, holder });
    const help = `write \`bundle: ${pass}\` in \`insert\` or \`pipeline\`, because \`${pass}\` is a bundle`;
    return [known.bundles.has(pass) ? { ...unknown, help: [help] } : unknown];
  }
  const specs = found === undefined ? (named?.pipeline.options ?? {}) : specsOf(found);
  return problemsIn(specs, known.read, options, optionsText).map((problem) =>
    errors.badPassOptions(pass, problem, where, specs),
  );
}

function problemsIn(
  specs: OptionSpecs | undefined,
  read: ReadPipeline,
  options: NamedPass["options"] = {},
  optionsText?: string,
): readonly OptionProblem[] {
  if (optionsText === undefined) return optionProblems(specs, options, read);
  const parsed = parseOptionData(specs, optionsText, read);
  return parsed.ok ? [] : [parsed.problem];
}
