import {
  type DataInsertion,
  type DataRule,
  type Origin,
  type Override,
  type Party,
  type Relation,
  type Retyped,
  type Selector,
} from "@passwright/builder";
import { type InsertionData, type RuleData } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { type Placed } from "../config/contribution-schema.ts";
import { type PluginPackage } from "../package/read-package.ts";

/** What somebody contributes as data. */
export interface DataContributions {
  readonly insertions: readonly DataInsertion[];
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
  return convert({ kind: "config", name: config.name }, config.name, config);
}

/** The user's last words, with the lines they stand on. */
export function overridesOfConfig(config: CheckedConfig): Override[] {
  return config.overrides.map((placed) => ({ ...placed.data, origin: originIn(config, placed) }));
}

export function retypesOfConfig(config: CheckedConfig): Retyped[] {
  return config.retypes.map((placed) => ({ ...placed.data, origin: originIn(config, placed) }));
}

function originIn({ name }: CheckedConfig, { line }: Placed<unknown>): Origin {
  return { kind: "config", name, ...(line === undefined ? {} : { file: name, line }) };
}

function convert(
  party: Party,
  file: string,
  { insertions, rules }: Pick<CheckedConfig, "insertions" | "rules">,
): DataContributions {
  const originOf = ({ line }: Placed<unknown>): Origin => ({
    kind: party.kind,
    name: party.name,
    ...(line === undefined ? {} : { file, line }),
  });
  return {
    insertions: insertions.map((placed) => ({ party, ...splitInsertion(placed.data), origin: originOf(placed) })),
    rules: rules.map((placed) => ({ party, rule: toRule(placed.data), origin: originOf(placed) })),
  };
}

const PLACES = ["before", "after", "beforeType", "afterType", "at", "end"];

function splitInsertion({ pass, ...rest }: InsertionData): Pick<DataInsertion, "pass" | "place" | "settings"> {
  const entries = Object.entries(rest);
  const place = Object.fromEntries(entries.filter(([key]) => PLACES.includes(key)));
  const settings = Object.fromEntries(entries.filter(([key]) => !PLACES.includes(key)));
  return { pass, place: place as unknown as DataInsertion["place"], settings };
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
