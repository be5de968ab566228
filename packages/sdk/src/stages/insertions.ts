import type {
  DataInsertion,
  DataRule,
  Origin,
  ContributorId,
  PublishedBundleSettings,
  Selector,
} from "@passwright/builder";
import type { InConfig } from "../contributions/checked.ts";
import type { Placed } from "../data/shape.ts";
import { PLACES, RELATIONS } from "../contributions/data.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "../contributions/data.ts";
import type { Contributor } from "./input.ts";

/** Contributions of one contributor, as data. */
export interface DataContributions {
  readonly insertions: readonly GraphInsertion[];
  readonly rules: readonly DataRule[];
}

/** Converts a plugin to a `ContributorId`, the type that builders use for contributors. */
export function contributorOf({ name, version }: Contributor): ContributorId {
  return { kind: "plugin", name, ...(version === undefined ? {} : { version }) };
}

/** Insertion of a pass. In a graph, `pipeline` is the pipeline to insert into. */
export type GraphInsertion = DataInsertion & { readonly pipeline: string | undefined };

/** Insertion of a bundle, as arguments of `addBundle`. */
export interface BundleInsertion {
  readonly contributor: ContributorId;
  readonly bundle: string;
  readonly pipeline: string | undefined;
  readonly settings: PublishedBundleSettings;
  readonly origin: Origin;
}

/** Returns the bundle insertions of a contributor. In a config, a position that does not exist is an error. */
export function bundlesOf(
  contributor: ContributorId,
  file: string,
  insertions: readonly Stated<AnyInsertion>[],
): BundleInsertion[] {
  return insertions.flatMap((placed): BundleInsertion[] => {
    if (!("bundle" in placed.data)) return [];
    const { bundle, pipeline, ...rest } = placed.data;
    const { place, settings } = splitPosition(rest);
    const given = { place, onMissing: "error", ...settings } as PublishedBundleSettings;
    return [{ contributor, bundle, pipeline, settings: given, origin: originOf(contributor, file, placed) }];
  });
}

type AnyInsertion = InsertionData | BundleInsertionData;

/** Returns data of a config with its origin. */
export function withOrigin<T extends object>(placed: InConfig<T>): T & { readonly origin: Origin } {
  return { ...placed.data, origin: originIn(placed) };
}

/** Returns the origin that plans show for data in a config. */
export function originIn({ file, line }: { readonly file: string; readonly line?: number | undefined }): Origin {
  return { kind: "config", name: file, ...(line === undefined ? {} : { file, line }) };
}

/** Converts the pass insertions and the rules of a contributor to the form that the builder accepts. */
export function dataOf(
  contributor: ContributorId,
  file: string,
  contributions: {
    readonly insertions: readonly Stated<AnyInsertion>[];
    readonly rules: readonly Stated<RuleData>[];
  },
): DataContributions {
  const { insertions, rules } = contributions;
  return {
    insertions: insertions.flatMap((placed) => {
      if ("bundle" in placed.data) return [];
      const { pass, pipeline, ...rest } = placed.data;
      return [{ contributor, pass, pipeline, ...splitPosition(rest), origin: originOf(contributor, file, placed) }];
    }),
    rules: rules.map((placed) => ({
      contributor,
      rule: toRule(placed.data),
      origin: originOf(contributor, file, placed),
    })),
  };
}

/** Returns the origin of data in a file. A config that extends another config has data of several files. */
function originOf(contributor: ContributorId, file: string, { file: own, line }: Stated<unknown>): Origin {
  return {
    kind: contributor.kind,
    name: own ?? contributor.name,
    ...(line === undefined ? {} : { file: own ?? file, line }),
  };
}

type Stated<T> = Placed<T> & { readonly file?: string };

const isPlace = (key: string): boolean => PLACES.some((place) => place === key);

/** Separates the position of an insertion from its settings. */
export function splitPosition(rest: { readonly [key: string]: unknown }): Pick<DataInsertion, "place" | "settings"> {
  const entries = Object.entries(rest);
  const place = Object.fromEntries(entries.filter(([key]) => isPlace(key)));
  const settings = Object.fromEntries(entries.filter(([key]) => !isPlace(key)));
  return { place: place as unknown as DataInsertion["place"], settings };
}

function toRule(data: RuleData): DataRule["rule"] {
  const relation = RELATIONS.find((name) => data[name] !== undefined) as (typeof RELATIONS)[number];
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
