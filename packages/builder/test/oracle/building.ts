import { PassManagerBuilder } from "@passwright/builder";
import type { Insertion, Place, Relation, Resolution, Selector } from "@passwright/builder";
import type { Random } from "@passwright/development";

/** A pass of the framework or of a plugin. Names are unique. */
export interface OraclePass {
  readonly name: string;
  readonly types: readonly string[];
}

/** A bundle of the framework: the passes from `first` to `last`, by index. */
export interface BaseBundle {
  readonly first: number;
  readonly last: number;
  readonly without: readonly string[];
}

/** Passes that a plugin inserts in one call: one pass, or a bundle. */
export interface OracleInsertion {
  readonly contributor: string;
  readonly place: Place;
  readonly passes: readonly OraclePass[];
  readonly bundle?: { readonly kind: "open" | "contiguous"; readonly without?: readonly string[] };
}

export interface OracleRule {
  readonly contributor: string;
  readonly strength: "strong" | "weak";
  readonly subject: Selector;
  readonly relation: Relation;
  readonly target: Selector;
}

/** Small framework without nested managers, together with the insertions and rules of plugins. */
export interface OracleBuilding {
  readonly base: readonly OraclePass[];
  readonly bundle?: BaseBundle;
  readonly contributors: readonly string[];
  readonly insertions: readonly OracleInsertion[];
  readonly rules: readonly OracleRule[];
}

const BASE_TYPES = ["Early", "Late"];
const OWN_TYPES = ["Up", "Down", "Down.far"];
const RELATIONS = ["before", "after", "before", "after", "beforeSome", "afterSome"] as const;

/**
 * Returns a random building with at most five inserted passes. With `isPlain`, the building has only strong order rules
 * between passes, and only single passes.
 */
export function randomBuilding(random: Random, isPlain = false): OracleBuilding {
  const typesOf = (all: readonly string[]): readonly string[] => (random.chance(0.5) ? [random.pick(all)] : []);
  const base = Array.from({ length: random.between(2, 4) }, (_, index) => ({
    name: `b${index}`,
    types: typesOf(BASE_TYPES),
  }));
  const names = (all: readonly string[]): string[] => [
    random.pick(all),
    ...(random.chance(0.3) ? [random.pick(all)] : []),
  ];
  const first = random.below(base.length - 1);
  const bundle = {
    first,
    last: random.between(first + 1, base.length - 1),
    without: names([...OWN_TYPES, "p1", "p2"]),
  };
  const contributors = ["x", "y", "z"].slice(0, random.between(1, 3));
  const favourite: Place = random.chance(0.5) ? { after: random.pick(base).name } : { end: true };
  const placeOf = (): Place =>
    random.chance(0.6)
      ? favourite
      : random.pick<Place>([
          { after: random.pick(base).name },
          { before: random.pick(base).name },
          ...base.flatMap(({ types }) => types.flatMap((type) => [{ beforeType: type }, { afterType: type }])),
          { end: true },
        ]);
  let count = 0;
  const pass = (): OraclePass => ({ name: `p${count++}`, types: typesOf(OWN_TYPES) });
  const insertions: OracleInsertion[] = [];
  for (let left = random.between(2, 5); left > 0;) {
    const size = isPlain || random.chance(0.6) ? 1 : Math.min(left, random.between(2, 3));
    const passes = Array.from({ length: size }, pass);
    const terms = random.pick([
      { kind: "open" },
      { kind: "contiguous" },
      { kind: "open", without: names([...OWN_TYPES, "p0", "p1", "p2", "p3"]) },
      { kind: "open", without: names([...OWN_TYPES, "p0", "p1", "p2", "p3"]) },
    ] as const);
    insertions.push({
      contributor: random.pick(contributors),
      place: placeOf(),
      passes,
      ...(size > 1 && { bundle: terms }),
    });
    left -= size;
  }
  const passes = [...base, ...insertions.flatMap((one) => one.passes)].map(({ name }) => name);
  const selector = (): Selector =>
    isPlain || random.chance(0.7)
      ? { pass: random.pick(passes) }
      : { type: random.pick([...BASE_TYPES, ...OWN_TYPES]) };
  const rules = Array.from({ length: random.between(0, isPlain ? 3 : 5) }, (): OracleRule => ({
    contributor: random.pick(contributors),
    strength: isPlain || random.chance(0.75) ? "strong" : "weak",
    subject: selector(),
    relation: isPlain ? random.pick(["before", "after"] as const) : random.pick(RELATIONS),
    target: selector(),
  }));
  return { base, ...(!isPlain && random.chance(0.4) && { bundle }), contributors, insertions, rules };
}

/** Returns the result of the engine for a building, with the plugins in this order. */
export function build(
  { base, bundle, insertions, rules }: OracleBuilding,
  order: readonly string[],
): Resolution & { readonly builder: PassManagerBuilder; readonly answers: ReadonlyMap<OracleInsertion, Insertion> } {
  const builder = new PassManagerBuilder("root", { framework: { name: "frame" } });
  base.forEach(({ name, types }, index) => {
    const settings = types.length === 0 ? {} : { types };
    if (bundle === undefined || index < bundle.first || index > bundle.last) builder.addPass(name, settings);
    else if (index === bundle.first) {
      // All passes of a bundle have the same types, so that no other pass can be inserted between them by type.
      const passes = base.slice(bundle.first, bundle.last + 1).map((one) => one.name);
      builder.addBundle("whole", passes, { without: bundle.without });
    }
  });
  const answers = new Map<OracleInsertion, Insertion>();
  for (const contributor of order) {
    const view = builder.forContributor({ kind: "plugin", name: contributor });
    for (const insertion of insertions) {
      if (insertion.contributor !== contributor) continue;
      const { place, passes, bundle: terms } = insertion;
      const [only] = passes as [OraclePass];
      const settings = { ...(only.types.length > 0 && { types: only.types }) };
      const answer =
        terms === undefined
          ? insertOne(view, only.name, place, settings)
          : view.addBundle(
              `bundle-${only.name}`,
              passes.map(({ name }) => name),
              { ...terms, ...settings, place },
            );
      answers.set(insertion, answer);
    }
    for (const rule of rules)
      if (rule.contributor === contributor)
        view.rule(targetOf(rule.subject))[rule.strength][rule.relation](targetOf(rule.target), { reason: "r" });
  }
  return { ...builder.resolve(), builder, answers };
}

const targetOf = (selector: Selector): string | { readonly type: string } =>
  "pass" in selector ? selector.pass : selector;

function insertOne(view: PassManagerBuilder, pass: string, place: Place, settings: object): Insertion {
  if ("before" in place) return view.addBefore(place.before, pass, settings);
  if ("after" in place) return view.addAfter(place.after, pass, settings);
  if ("beforeType" in place) return view.addBeforeType(place.beforeType, pass, settings);
  if ("afterType" in place) return view.addAfterType(place.afterType, pass, settings);
  return view.addPass(pass, settings);
}
