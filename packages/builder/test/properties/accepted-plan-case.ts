import type { PassDeclaration } from "@passwright/core";
import { ofType, PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { BundleKind, Insertion, Place, Properties, Relation, Selector } from "@passwright/builder";
import type { Random } from "@passwright/development";

/** Accepted call of a contributor: the addresses of its steps in order, and the requested position. */
export interface Granted {
  readonly contributor: string;
  readonly addresses: readonly string[];
  readonly place: Place;
  readonly bundle: BundleKind | undefined;
}

export interface StatedRule {
  readonly strength: "strong" | "weak";
  readonly subject: Selector;
  readonly relation: Relation;
  readonly target: Selector;
}

export interface StatedGuard {
  readonly property: string;
  readonly from: string;
  readonly to: string;
}

/** Incomplete random pipeline, with all requirements that its plan must satisfy. */
export interface AcceptedPlanCase {
  readonly builder: PassManagerBuilder;
  readonly declarations: ReadonlyMap<string, PassDeclaration>;
  readonly properties: Properties;
  readonly granted: readonly Granted[];
  readonly rules: readonly StatedRule[];
  readonly guards: readonly StatedGuard[];
}

const PROPERTIES = ["canonical", "tidy", "raw", "debug"];
const TYPES = ["S", "T", "S.fine", "Cleanup"];
const FRAME = ["a", "b", "c", "d", "e"];
const OWN = ["p", "q", "r", "s"];
const CLEANUPS = ["one", "two"];

function declare(random: Random, name: string): PassDeclaration {
  const some = (probability: number): string[] => PROPERTIES.filter(() => random.chance(probability));
  const provides = some(CLEANUPS.includes(name) ? 0.4 : 0.1);
  const types = TYPES.filter(() => random.chance(0.25));
  return {
    name,
    ...(types.length > 0 ? { types } : {}),
    requires: some(0.05),
    forbids: some(0.04),
    provides,
    invalidates: some(0.1).filter((property) => !provides.includes(property)),
    preserves: some(0.7),
  };
}

/** Generates a framework with its steps, and the calls and rules of every contributor. */
export function generateCase(random: Random): AcceptedPlanCase {
  const declarations = new Map([...FRAME, ...OWN, ...CLEANUPS].map((name) => [name, declare(random, name)]));
  const catalogue = new PassCatalogue();
  for (const declaration of declarations.values()) catalogue.add({ declaration, owner: { name: "kiln" } });
  const properties: Properties = Object.fromEntries(
    PROPERTIES.map((name) => [
      name,
      { kind: random.pick(["fragile", "structural"] as const), initially: random.chance(0.5) },
    ]),
  );
  const builder = new PassManagerBuilder("any", {
    framework: { name: "kiln" },
    catalogue,
    properties,
    cleanups: CLEANUPS,
  });
  const frame = random.shuffled(FRAME).slice(0, random.between(1, 4));
  frame.forEach((name, index) => {
    builder.addPass(name, { removable: random.chance(0.5) });
    if (random.chance(0.5)) builder.addPass(random.pick(CLEANUPS));
    if (random.chance(0.2)) builder.addExtensionPoint(`point${index}`);
  });
  const selector = (): Selector =>
    random.chance(0.5) ? { type: random.pick(TYPES) } : { pass: random.pick([...OWN, ...OWN, ...frame, ...CLEANUPS]) };
  const granted: Granted[] = [];
  const rules: StatedRule[] = [];
  const guards: StatedGuard[] = [];
  const place = (own: readonly string[]): Place => {
    const target = own.length > 0 && random.chance(0.5) ? random.pick(own) : random.pick(frame);
    return random.pickWeighted<Place>([
      [4, { before: target }],
      [4, { after: target }],
      [1, { beforeType: random.pick(TYPES) }],
      [1, { afterType: random.pick(TYPES) }],
      [1, { at: `point${random.below(frame.length)}` }],
      [3, { end: true }],
    ]);
  };
  for (const name of ["x", "y", "z"].slice(0, random.between(1, 3))) {
    const view = builder.forContributor({ kind: "plugin", name });
    const own: string[] = [];
    const count = random.between(0, 5);
    for (let call = 0; call < count; call++) {
      const isBundle = random.chance(0.2);
      const bundle = isBundle ? random.pick(["open", "contiguous", "atomic"] as const) : undefined;
      const passes = isBundle ? [random.pick(OWN), random.pick(OWN)] : [random.pick(OWN)];
      const at = place(own);
      const before = new Set(builder.input().contributions.map(({ address }) => address));
      const answer = insert(view, passes, at, bundle);
      if (!answer.ok) continue;
      const addresses = builder
        .input()
        .contributions.map(({ address }) => address)
        .filter((address) => !before.has(address));
      granted.push({ contributor: name, addresses, place: at, bundle });
      if (bundle !== "atomic") own.push(...passes);
    }
    const edit = random.below(10);
    if (edit < 2) view.remove(random.pick(frame));
    else if (edit < 4) view.replace(random.pick(frame), random.pick(OWN));
    const ruleCount = random.below(4);
    for (let rule = 0; rule < ruleCount; rule++) {
      const relation = random.pick(["before", "after", "before", "after", "beforeSome", "afterSome"] as const);
      const stated = {
        strength: random.chance(0.4) ? ("strong" as const) : ("weak" as const),
        subject: selector(),
        relation,
        target: selector(),
      };
      rules.push(stated);
      const [subject, target] = [stated.subject, stated.target].map((one) =>
        "pass" in one ? one.pass : ofType(one.type),
      );
      view.rule(subject as string)[stated.strength][relation](target as string, { reason: `rule ${rules.length}` });
    }
    if (random.chance(0.15)) {
      const guard = {
        property: random.pick(PROPERTIES),
        from: random.pick(frame),
        to: random.pick([...frame, ...CLEANUPS]),
      };
      guards.push(guard);
      view.guard(guard.property, { from: guard.from, to: guard.to, reason: "r" });
    }
  }
  return { builder, declarations, properties, granted, rules, guards };
}

function insert(
  view: PassManagerBuilder,
  passes: readonly string[],
  place: Place,
  bundle: BundleKind | undefined,
): Insertion {
  const pass = passes[0] as string;
  if (bundle !== undefined) return view.addBundle("kit", passes, { kind: bundle, place });
  if ("before" in place) return view.addBefore(place.before, pass);
  if ("after" in place) return view.addAfter(place.after, pass);
  if ("beforeType" in place) return view.addBeforeType(place.beforeType, pass);
  if ("afterType" in place) return view.addAfterType(place.afterType, pass);
  if ("at" in place) return view.addAt(place.at, pass);
  return view.addPass(pass);
}
