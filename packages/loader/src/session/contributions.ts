import {
  type BundleSettings,
  type DataInsertion,
  type DataRule,
  type Origin,
  type Override,
  type Party,
  type Relation,
  type Retyped,
  type Selector,
  type StepOptions,
} from "@passwright/builder";
import { type InsertionData, type RuleData } from "@passwright/sdk";
import { type CheckedConfig, type InConfig } from "../config/config.ts";
import { type Placed } from "../config/shape.ts";
import { type PluginPackage } from "../package/read-package.ts";

/** What somebody contributes as data. */
export interface DataContributions {
  readonly insertions: readonly GraphInsertion[];
  readonly rules: readonly DataRule[];
}

/** The party that a plugin is for the builder. */
export function partyOf({ name, version }: PluginPackage): Party {
  return { kind: "plugin", name, ...(version === undefined ? {} : { version }) };
}

export function contributionsOfManifest(found: PluginPackage): DataContributions {
  return convert(partyOf(found), "package.json", found.manifest);
}

export function contributionsOfConfig(config: CheckedConfig): DataContributions {
  const insertions = config.insertions.flatMap(({ data, ...where }) => ("bundle" in data ? [] : [{ data, ...where }]));
  return convert({ kind: "config", name: config.name }, "", { insertions, rules: config.rules });
}

/** An insertion, and the pipeline of a graph that it is for. */
export type GraphInsertion = DataInsertion & { readonly pipeline: string | undefined };

/** A bundle that a config inserts. */
export interface ConfigBundle {
  readonly name: string;
  readonly passes: readonly (readonly [pass: string, options: StepOptions])[];
  readonly settings: BundleSettings;
  readonly origin: Origin;
}

/** The bundles that a config inserts, as `addBundle` takes them. A place that is not there is an error, as for passes. */
export function bundlesOfConfig(config: CheckedConfig): ConfigBundle[] {
  return config.insertions.flatMap(({ data, file, line }): ConfigBundle[] => {
    if (!("bundle" in data)) return [];
    const { bundle, ...rest } = data;
    const { place, settings } = split(rest);
    const { kind, passes } = config.bundles.get(bundle) ?? { kind: "open" as const, passes: [] };
    return [
      {
        name: bundle,
        passes: passes.map(({ data: member }) => [member.pass, member.options ?? {}] as const),
        settings: { kind, place, onMissing: "error", ...settings },
        origin: { kind: "config", name: file, ...(line === undefined ? {} : { file, line }) },
      },
    ];
  });
}

/** The user's last words, with the lines they stand on. */
export function overridesOfConfig(config: CheckedConfig): Override[] {
  return config.overrides.map((placed) => ({ ...placed.data, origin: originIn(placed) }));
}

export function retypesOfConfig(config: CheckedConfig): Retyped[] {
  return config.retypes.map((placed) => ({ ...placed.data, origin: originIn(placed) }));
}

/** Where something of a config stands, as plans tell it. */
export function originIn({ file, line }: Pick<InConfig<unknown>, "file" | "line">): Origin {
  return { kind: "config", name: file, ...(line === undefined ? {} : { file, line }) };
}

function convert(
  party: Party,
  file: string,
  contributions: {
    readonly insertions: readonly Stated<InsertionData>[];
    readonly rules: readonly Stated<RuleData>[];
  },
): DataContributions {
  const { insertions, rules } = contributions;
  // What a config extends is part of it, and stands in a file of its own.
  const originOf = ({ file: own, line }: Stated<unknown>): Origin => ({
    kind: party.kind,
    name: own ?? party.name,
    ...(line === undefined ? {} : { file: own ?? file, line }),
  });
  return {
    insertions: insertions.map((placed) => ({ party, ...splitInsertion(placed.data), origin: originOf(placed) })),
    rules: rules.map((placed) => ({ party, rule: toRule(placed.data), origin: originOf(placed) })),
  };
}

type Stated<T> = Placed<T> & { readonly file?: string };

const PLACES = ["before", "after", "beforeType", "afterType", "at", "end"];

function splitInsertion({
  pass,
  pipeline,
  ...rest
}: InsertionData): Pick<GraphInsertion, "pass" | "pipeline" | "place" | "settings"> {
  return { pass, pipeline, ...split(rest) };
}

function split(rest: { readonly [key: string]: unknown }): Pick<DataInsertion, "place" | "settings"> {
  const entries = Object.entries(rest);
  const place = Object.fromEntries(entries.filter(([key]) => PLACES.includes(key)));
  const settings = Object.fromEntries(entries.filter(([key]) => !PLACES.includes(key)));
  return { place: place as unknown as DataInsertion["place"], settings };
}

const RELATIONS: readonly Relation[] = ["before", "after", "beforeSome", "afterSome"];

function toRule(data: RuleData): DataRule["rule"] {
  const relation = RELATIONS.find((name) => data[name] !== undefined) as Relation;
  const subject: Selector = "pass" in data ? { pass: data.pass } : { type: data.type };
  const target = data[relation] as string | { readonly type: string };
  return {
    strength: data.strong === true ? "strong" : "weak",
    subject,
    relation,
    target: typeof target === "string" ? { pass: target } : target,
    reason: data.reason,
  };
}
