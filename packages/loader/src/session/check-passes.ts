import { type PassCatalogue } from "@passwright/builder";
import { type Diagnostic, parseOptions, suggest, takeOptions } from "@passwright/core";
import { type CheckedConfig } from "../config/config.ts";
import { bundlesOf, type NamedPass, passesOf, pipelinesOf } from "./config-pipeline.ts";
import { type DataContributions } from "./contributions.ts";
import { findPackageWithPass } from "../package/similar-package.ts";
import * as errors from "./errors.ts";

type Where = Pick<Diagnostic, "at" | "plugin" | "pluginKind">;

/** What names of passes and their options are checked against. */
export interface Known {
  readonly catalogue: PassCatalogue;
  /** The names of those who declare passes. */
  readonly owners: readonly string[];
  /** Why plugins lack passes, in their words. */
  readonly lacks: readonly string[];
  /** The config, beside which other packages may be installed. */
  readonly from: string;
}

/** A pass that data names, with its options and its place. */
interface Mention extends Pick<NamedPass, "pass" | "options" | "optionsText"> {
  readonly where: Where;
}

function placeOf(file: string, line: number | undefined): Where {
  return line === undefined ? {} : { at: { file, line, column: 1 } };
}

/** What is wrong with the passes and bundles that a config names, but for those it inserts. */
export function checkConfigPasses(config: CheckedConfig, known: Known): Diagnostic[] {
  const { bundles, cleanups } = config;
  const pipelines = pipelinesOf(config);
  const mentions: Mention[] = [
    ...pipelines.flatMap((pipeline) =>
      passesOf(pipeline).map(({ line, ...pass }) => ({ ...pass, where: placeOf(pipeline.file, line) })),
    ),
    ...[...bundles.values()].flatMap(({ passes, file }) =>
      passes.map(({ data: { pass, options }, line }) => ({
        pass,
        options,
        optionsText: undefined,
        where: placeOf(file, line),
      })),
    ),
    ...cleanups.map(({ text, at }) => ({ pass: text, options: undefined, optionsText: undefined, where: { at } })),
  ];
  const named = [
    ...pipelines.flatMap((pipeline) =>
      bundlesOf(pipeline).map(({ bundle, line }) => ({ bundle, where: placeOf(pipeline.file, line) })),
    ),
    ...config.insertions.flatMap(({ data, file, line }) =>
      "bundle" in data ? [{ bundle: data.bundle, where: placeOf(file, line) }] : [],
    ),
  ];
  const names = [...bundles.keys()].sort();
  return [
    ...mentions.flatMap((mention) => checkMention(mention, known)),
    ...named
      .filter(({ bundle }) => !bundles.has(bundle))
      .map(({ bundle, where }) => errors.unknownBundle(bundle, names, suggest(bundle, names), where.at)),
  ];
}

/** What is wrong with the passes that data inserts. */
export function checkInsertions({ insertions }: Pick<DataContributions, "insertions">, known: Known): Diagnostic[] {
  return insertions.flatMap(({ pass, settings, origin: { kind, name, file, line } }) => {
    const at = file === undefined ? {} : placeOf(file, line);
    const where = kind === "config" ? at : { plugin: name, ...at };
    return checkMention({ pass, options: settings.options, optionsText: undefined, where }, known);
  });
}

function checkMention({ pass, options, optionsText, where }: Mention, known: Known): Diagnostic[] {
  const { catalogue, owners, lacks } = known;
  const found = catalogue.find(pass);
  if (found === undefined) {
    const holder = findPackageWithPass(pass, known.from);
    return [errors.unknownPass(pass, where, catalogue.suggest(pass), owners, { lacks, holder })];
  }
  const { definition, declaredOptions } = found;
  if (definition === undefined) {
    const problems = declaredOptions?.problemsOf(options ?? {}) ?? [];
    const names = declaredOptions?.names ?? [];
    return problems.map(({ message, unknown }) => errors.badPassOptions(pass, message, where, names, unknown));
  }
  const specs = definition.options;
  const read = optionsText === undefined ? takeOptions(specs, options ?? {}) : parseOptions(specs, optionsText);
  if (read.ok) return [];
  const { message, option, isUnknown } = read.problem;
  return [errors.badPassOptions(pass, message, where, Object.keys(specs).sort(), isUnknown ? option : undefined)];
}
