import { ofType, PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { Choice, Insertion, Place, Properties, RuleTarget, StepOptions } from "@passwright/builder";
import { bool, definePass, int, list, string } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import type { Random } from "@passwright/development";

/** Call of a contributor. Returns the result of the call, or `undefined` if the call does not have a result. */
export type Call = (view: PassManagerBuilder) => Insertion | undefined;

export interface BuildingContributor {
  readonly name: string;
  readonly calls: readonly { readonly text: string; readonly call: Call }[];
}

/** A random framework and random contributors that use everything that a builder can do. */
export interface Building {
  readonly declarations: readonly PassDeclaration[];
  readonly properties: Properties;
  readonly choice: Choice;
  readonly frame: readonly { readonly text: string; readonly call: (builder: PassManagerBuilder) => void }[];
  readonly contributors: readonly BuildingContributor[];
}

export interface Built {
  readonly builder: PassManagerBuilder;
  readonly catalogue: PassCatalogue;
  /** Results of the calls of each contributor. */
  readonly answers: ReadonlyMap<string, readonly (Insertion | undefined)[]>;
}

const FUNCTION = "func.func";
const TYPES = ["Up", "Down", "Down.far", "Cleanup"];
const PROPERTIES = ["canonical", "tidy", "bufferized"];

/** Options that every pass has. */
const OPTIONS = {
  size: int(4, "size"),
  deep: bool(false, "deep"),
  names: list(string("", "name"), "names"),
  mode: string("", "mode"),
};

/** Returns random options: often none, and values that contain special characters of textual pipelines. */
function randomOptions(random: Random): { options?: StepOptions } {
  if (random.chance(0.7)) return {};
  const text = (): string => random.pick(["fast", "fast and loose", "a,b", "it's", 'say "it"', "k=v", "", "-1"]);
  const all: StepOptions = {
    size: random.between(-2, 9),
    deep: random.chance(0.5),
    names: Array.from({ length: random.below(3) }, text),
    mode: text(),
  };
  return { options: Object.fromEntries(Object.entries(all).filter(() => random.chance(0.4))) };
}

const some = <T>(random: Random, items: readonly T[], probability: number): readonly T[] =>
  items.filter(() => random.chance(probability));

function declare(random: Random, name: string): PassDeclaration {
  const facts = (probability: number): readonly string[] => some(random, PROPERTIES, probability);
  const provides = facts(0.1);
  const invalidates = facts(0.15).filter((property) => !provides.includes(property));
  const isOpaque = random.chance(0.3);
  return {
    name,
    ...(random.chance(0.6) ? { types: [random.pick(TYPES.slice(0, 3))] } : {}),
    ...(random.chance(0.2) ? { anchor: random.pick([FUNCTION, "builtin.module"]) } : {}),
    ...(isOpaque ? {} : { requires: facts(0.08), provides, invalidates, preserves: facts(0.6) }),
  };
}

const CLEANUPS: readonly PassDeclaration[] = [
  { name: "canonicalize", types: ["Cleanup"], poorTarget: true, provides: ["canonical"], preserves: ["tidy"] },
  { name: "cse", types: ["Cleanup"], poorTarget: true, provides: ["tidy"], requires: ["canonical"] },
];

class BuildingGenerator {
  readonly #random: Random;
  /** Names of passes from which the framework is built. */
  readonly #frameNames: readonly string[];
  /** Names that are used as targets. Most of these names exist. */
  readonly #targets: string[];

  readonly #declarations: readonly PassDeclaration[];

  #ruleCount = 0;
  readonly #ownNames: readonly string[];
  /** Position that many contributions share. */
  #favourite: Place | undefined;

  constructor(
    random: Random,
    declarations: readonly PassDeclaration[],
    frameNames: readonly string[],
    ownNames: readonly string[],
  ) {
    this.#random = random;
    this.#declarations = declarations;
    this.#frameNames = frameNames;
    this.#targets = [...frameNames, ...ownNames];
    this.#ownNames = ownNames;
  }

  frame(): Building["frame"] {
    const random = this.#random;
    const steps: { text: string; call: (builder: PassManagerBuilder) => void }[] = [];
    const count = random.between(2, 9);
    for (let step = 0; step < count; step++) {
      const passes = Array.from({ length: random.between(1, 3) }, () => this.#framePass());
      const settings = { ...(random.chance(0.5) ? { removable: true } : {}), ...randomOptions(random) };
      const text = passes.join(" ");
      switch (random.below(6)) {
        case 0:
          steps.push({
            text: `nest ${text}`,
            call: (builder) => {
              const nested = builder.nest(FUNCTION);
              for (const pass of passes) if (!this.#isForModules(pass)) nested.addPass(pass, settings);
            },
          });
          break;
        case 1:
          steps.push({ text: `point ${step}`, call: (builder) => builder.addExtensionPoint(`point${step}`) });
          break;
        case 2: {
          const kind = random.pick(["open", "contiguous", "atomic"] as const);
          steps.push({
            text: `${kind} bundle ${text}`,
            call: (builder) => builder.addBundle(`bundle${step}`, passes, { kind }),
          });
          break;
        }
        case 3:
          steps.push({ text: `when gpu ${text}`, call: (b) => b.when({ target: "gpu" }).addPass(passes[0] as string) });
          break;
        default:
          steps.push({ text: `pass ${passes[0]}`, call: (b) => b.addPass(passes[0] as string, settings) });
      }
    }
    return steps;
  }

  #isForModules(pass: string): boolean {
    return this.#declarations.some(({ name, anchor }) => name === pass && anchor === "builtin.module");
  }

  #framePass(): string {
    const name = this.#random.pick(this.#frameNames);
    this.#targets.push(name, name);
    return name;
  }

  #name(): string {
    return this.#random.pick(this.#targets);
  }

  #place(): Place {
    const random = this.#random;
    if (this.#favourite !== undefined && random.chance(0.3)) return this.#favourite;
    this.#favourite ??= { after: this.#name() };
    return random.pickWeighted<() => Place>([
      [4, () => ({ before: this.#name() })],
      [4, () => ({ after: this.#name() })],
      [1, () => ({ after: `bundle${random.below(6)}` })],
      [2, () => ({ beforeType: random.pick(TYPES) })],
      [2, () => ({ afterType: random.pick(TYPES) })],
      [1, () => ({ at: `point${random.below(5)}` })],
      [1, () => ({ end: true })],
    ])();
  }

  call(own: readonly string[]): { text: string; call: Call } {
    const random = this.#random;
    const pass = random.pick(own);
    const target = (): RuleTarget =>
      random.pickWeighted<() => RuleTarget>([
        [3, () => ofType(random.pick(TYPES))],
        [3, () => random.pick(this.#ownNames)],
        [2, () => this.#name()],
      ])();
    switch (random.below(8)) {
      case 0: {
        const relation = random.pick(["before", "after", "beforeSome", "afterSome"] as const);
        const [subject, other, isStrong] = [target(), target(), random.chance(0.15)];
        const reason = `reason ${++this.#ruleCount}`;
        return {
          text: `${isStrong ? "strong" : "weak"} ${JSON.stringify(subject)} ${relation} ${JSON.stringify(other)}`,
          call: (view) => {
            const rule = view.rule(subject);
            (isStrong ? rule.strong : rule.weak)[relation](other, { reason });
            return undefined;
          },
        };
      }
      case 1: {
        const [kind, place] = [random.pick(["open", "contiguous", "atomic"] as const), this.#place()];
        const passes = [pass, random.pick(own), random.pick(own)].slice(0, random.between(1, 3));
        const more = random.chance(0.3)
          ? { which: "each" as const }
          : random.chance(0.3)
            ? { onMissing: { use: random.chance(0.5) ? this.#place() : [this.#place(), this.#place()] } }
            : {};
        return {
          text: `${kind} bundle ${passes.join(" ")} ${JSON.stringify({ place, ...more })}`,
          call: (view) => view.addBundle(`bundle-${pass}`, passes, { kind, place, ...more }),
        };
      }
      case 2: {
        const old = this.#name();
        if (random.chance(0.5)) return { text: `remove ${old}`, call: (view) => view.remove(old) };
        return { text: `replace ${old} ${pass}`, call: (view) => view.replace(old, pass) };
      }
      case 3: {
        if (random.chance(0.7)) break;
        const [from, to] = [this.#name(), this.#name()];
        return {
          text: `guard tidy ${from} ${to}`,
          call: (view) => {
            view.guard("tidy", { from, to, reason: "because" });
            return undefined;
          },
        };
      }
    }
    const place = this.#place();
    const settings = {
      ...randomOptions(random),
      ...(random.chance(0.2) ? { which: random.pick(["first", "last", "each"] as const) } : {}),
      ...(random.chance(0.2) ? { onMissing: { use: this.#place() } } : {}),
      ...(random.chance(0.1) ? { when: { target: "gpu" } } : {}),
    };
    return {
      text: `${pass} ${JSON.stringify(place)} ${JSON.stringify(settings)}`,
      call: (view) => {
        if ("before" in place) return view.addBefore(place.before, pass, settings);
        if ("after" in place) return view.addAfter(place.after, pass, settings);
        if ("beforeType" in place) return view.addBeforeType(place.beforeType, pass, settings);
        if ("afterType" in place) return view.addAfterType(place.afterType, pass, settings);
        if ("at" in place) return view.addAt(place.at, pass, settings);
        // `addPass` does not accept these settings.
        const { which: _which, onMissing: _onMissing, ...rest } = settings;
        return view.addPass(pass, rest);
      },
    };
  }
}

export function generateBuilding(random: Random): Building {
  const frameNames = ["a", "b", "c", "d", "e"];
  const ownNames = ["p", "q", "r", "s", "t", "u"];
  const declarations = [...CLEANUPS, ...[...frameNames, ...ownNames].map((name) => declare(random, name))];
  const generator = new BuildingGenerator(random, declarations, [...frameNames, "canonicalize", "cse"], ownNames);
  const frame = generator.frame();
  const contributors = ["yarn", "loom", "wool", "silk"]
    .slice(0, random.between(1, 4))
    .map((name): BuildingContributor => {
      const own = some(random, ownNames, 0.6).concat("p", "canonicalize");
      return { name, calls: Array.from({ length: random.between(1, 5) }, () => generator.call(own)) };
    });
  const properties: Properties = {
    canonical: { kind: "fragile", initially: random.chance(0.5) },
    tidy: { kind: "fragile" },
    bufferized: { kind: "structural", initially: random.chance(0.7) },
  };
  const choice = random.chance(0.5) ? { target: "gpu" } : {};
  return { declarations, properties, choice, frame, contributors };
}

/**
 * Makes all calls: contributor by contributor in the given order or, with `turns`, one call of each contributor in
 * turn.
 */
export function build(
  building: Building,
  contributors: readonly BuildingContributor[] = building.contributors,
  turns?: Random,
): Built {
  const catalogue = new PassCatalogue();
  const framework = { name: "kiln" };
  for (const declaration of building.declarations) {
    const definition = definePass({ ...declaration, options: OPTIONS, runOnOperation: (_op: object) => {} });
    catalogue.add({ declaration, owner: framework, definition });
  }
  const { properties, choice } = building;
  const settings = { framework, catalogue, properties, choice, cleanups: ["canonicalize", "cse"] };
  const builder = new PassManagerBuilder("builtin.module", settings);
  for (const { call } of building.frame) call(builder);
  const answers = new Map<string, (Insertion | undefined)[]>();
  const queues = contributors.map(({ name, calls }) => ({
    told: answers.set(name, []).get(name) as (Insertion | undefined)[],
    view: builder.forContributor({ kind: "plugin", name }),
    calls: [...calls],
  }));
  for (let left = queues; left.length > 0; left = left.filter(({ calls }) => calls.length > 0)) {
    const { told, view, calls } = turns === undefined ? (left[0] as (typeof left)[0]) : turns.pick(left);
    const next = calls.shift();
    if (next !== undefined) told.push(next.call(view));
  }
  return { builder, catalogue, answers };
}

export function describeBuilding({ declarations, choice, frame, contributors, properties }: Building): string {
  return [
    ...declarations.map((declaration) => JSON.stringify(declaration)),
    JSON.stringify({ choice, properties }),
    ...frame.map(({ text }) => text),
    ...contributors.flatMap(({ name, calls }) => [name, ...calls.map(({ text }) => `  ${text}`)]),
  ].join("\n");
}
