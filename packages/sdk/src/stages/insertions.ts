import type {
  BundleMember,
  BundleSettings,
  DataInsertion,
  DataRule,
  Origin,
  Override,
  Party,
  Relation,
  Retyped,
  Selector,
} from "@passwright/builder";
import type { InConfig, OwnerContributions } from "../contributions/checked.ts";
import type { Placed } from "../data/shape.ts";
import type { InsertionData, RuleData } from "../contributions/data.ts";
import { memberOf } from "./data-pipeline.ts";
import type { Contributor, PluginPart } from "./input.ts";

/** Contributions of one contributor as data. */
export interface DataContributions {
  readonly insertions: readonly GraphInsertion[];
  readonly rules: readonly DataRule[];
}

/** Returns a plugin as the builder knows it. */
export function partyOf({ name, version }: Contributor): Party {
  return { kind: "plugin", name, ...(version === undefined ? {} : { version }) };
}

/** Returns the insertions and rules of a plugin that are data. */
export function dataOfPlugin({ contributor, data }: Pick<PluginPart, "contributor" | "data">): DataContributions {
  return dataOf(partyOf(contributor), data.file, data);
}

/** Returns the insertions and rules of the pipeline's owner. */
export function dataOfOwner(owner: OwnerContributions): DataContributions {
  const insertions = owner.insertions.flatMap(({ data, ...where }) => ("bundle" in data ? [] : [{ data, ...where }]));
  return dataOf({ kind: "config", name: owner.name }, "", { insertions, rules: owner.rules });
}

/** An insertion, and the pipeline of a graph that it is for. */
export type GraphInsertion = DataInsertion & { readonly pipeline: string | undefined };

/** A bundle that a config inserts. */
export interface ConfigBundle {
  readonly name: string;
  readonly passes: readonly BundleMember<string>[];
  readonly settings: BundleSettings;
  readonly origin: Origin;
}

/** Returns the bundles that a config inserts, as `addBundle` takes them. A missing position is an error, as for passes. */
export function bundlesOfConfig(config: OwnerContributions): ConfigBundle[] {
  return config.insertions.flatMap(({ data, file, line }): ConfigBundle[] => {
    if (!("bundle" in data)) return [];
    const { bundle, ...rest } = data;
    const { place, settings } = split(rest);
    const { kind, passes } = config.bundles.get(bundle) ?? { kind: "open" as const, passes: [] };
    return [
      {
        name: bundle,
        passes: passes.map(({ data: member }) => memberOf(member)),
        settings: { kind, place, onMissing: "error", ...settings },
        origin: { kind: "config", name: file, ...(line === undefined ? {} : { file, line }) },
      },
    ];
  });
}

/** Returns the overrides of a config, with their lines. */
export function overridesOfConfig(config: OwnerContributions): Override[] {
  return config.overrides.map((placed) => ({ ...placed.data, origin: originIn(placed) }));
}

export function retypesOfConfig(config: OwnerContributions): Retyped[] {
  return config.retypes.map((placed) => ({ ...placed.data, origin: originIn(placed) }));
}

/** Returns the origin of a piece of a config, as plans show it. */
export function originIn({ file, line }: Pick<InConfig<unknown>, "file" | "line">): Origin {
  return { kind: "config", name: file, ...(line === undefined ? {} : { file, line }) };
}

/** Returns insertions and rules of a contributor as the builder takes them. */
export function dataOf(
  party: Party,
  file: string,
  contributions: {
    readonly insertions: readonly Stated<InsertionData>[];
    readonly rules: readonly Stated<RuleData>[];
  },
): DataContributions {
  const { insertions, rules } = contributions;
  // A config that this one extends is part of it, in a file of its own.
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
