import type { DataInsertion, DataRule, Origin, ContributorId } from "@passwright/builder";
import type { DataPlace } from "../data/node.ts";
import type { Placed } from "../data/shape.ts";
import { PLACES, RELATIONS, selectorOf } from "../contributions/data.ts";
import type { BundleInsertionData, InsertionData, RuleData, Target } from "../contributions/data.ts";
import type { Contributor } from "./input.ts";

/** Converts a plugin to a `ContributorId`, the type that builders use for contributors. */
export function contributorOf({ name, version }: Contributor): ContributorId {
  return { kind: "plugin", name, ...(version === undefined ? {} : { version }) };
}

/** Insertion into a graph or a single pipeline. In a graph, `pipeline` is the pipeline to insert into. */
export interface GraphInsertion extends DataInsertion {
  readonly pipeline: string | undefined;
}

export function withOrigin<T extends object>(placed: Placed<T>): T & { readonly origin: Origin } {
  return { ...placed.data, origin: originIn(placed) };
}

/** Returns the origin that plans show for data in a config. */
export function originIn({ file, line, column }: DataPlace): Origin {
  return { kind: "config", name: file, ...(line === undefined ? {} : { file, line }), ...(column && { column }) };
}

export function insertionsOf(
  contributor: ContributorId,
  insertions: readonly Placed<InsertionData | BundleInsertionData>[],
): GraphInsertion[] {
  return insertions.map((placed, rank) => {
    const { pipeline, ...data } = placed.data;
    const isBundle = "bundle" in data;
    const { [isBundle ? "bundle" : "pass"]: pass, ...rest } = data as { readonly [key: string]: unknown };
    const origin = originOf(contributor, placed);
    return { contributor, pass: pass as string, pipeline, isBundle, ...splitPosition(rest), origin, rank };
  });
}

export function rulesOf(contributor: ContributorId, rules: readonly Placed<RuleData>[]): DataRule[] {
  return rules.map((placed) => ({
    contributor,
    rule: toRule(placed.data),
    origin: originOf(contributor, placed),
  }));
}

/** Returns the origin of data. A config that extends another config has data of several files. */
function originOf({ kind, name }: ContributorId, place: DataPlace): Origin {
  if (kind === "config") return originIn(place);
  const { file, line } = place;
  return { kind, name, ...(line === undefined ? {} : { file, line }) };
}

const isPlace = (key: string): boolean => PLACES.some((place) => place === key);

export function splitPosition(rest: { readonly [key: string]: unknown }): Pick<DataInsertion, "place" | "settings"> {
  const entries = Object.entries(rest);
  const place = Object.fromEntries(entries.filter(([key]) => isPlace(key)));
  const settings = Object.fromEntries(entries.filter(([key]) => !isPlace(key)));
  return { place: place as unknown as DataInsertion["place"], settings };
}

function toRule(data: RuleData): DataRule["rule"] {
  const relation = RELATIONS.find((name) => data[name] !== undefined) as (typeof RELATIONS)[number];
  const subject = "pass" in data ? { pass: data.pass } : { type: data.type };
  const target = selectorOf(data[relation] as Target);
  return { strength: data.strong === true ? "strong" : "weak", subject, relation, target, reason: data.reason };
}
