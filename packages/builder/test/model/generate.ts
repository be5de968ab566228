import type { OnMissing, Place, Selector, Which } from "@passwright/builder";
import type { Random } from "@passwright/development";
import type {
  Scenario,
  ScenarioAct,
  ScenarioEdit,
  ScenarioInsert,
  ScenarioInsertBundle,
  ScenarioOverride,
  ScenarioContributor,
  ScenarioPass,
  ScenarioRule,
  ScenarioStep,
} from "../scenario/scenario.ts";

const FUNCTION = "func.func";
const LOOP = "scf.for";

function types(random: Random): { types?: readonly string[] } {
  const one = (): string => random.pick(["Up", "Down", "Down.far", "Side"]);
  if (random.chance(0.3)) return {};
  return { types: random.chance(0.2) ? [one(), one()] : [one()] };
}

/** Declarations of plugins' passes that are known before their use. Of the other passes, only the names are known. */
const DECLARED: readonly ScenarioPass[] = [
  { kind: "pass", name: "m", anchor: "builtin.module" },
  { kind: "pass", name: "f", anchor: FUNCTION },
  { kind: "pass", name: "u", types: ["Up"] },
];

const OWN = ["p", "q", "r", "s", "p", "q", "r", "s", "m", "f", "u"];
const KINDS = ["open", "contiguous", "atomic"] as const;

class Generator {
  readonly #random: Random;
  #line = 0;
  #pointCount = 0;
  readonly #names: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  #anchor(depth: number): { anchor?: string } {
    const random = this.#random;
    if (depth === 0 && random.chance(0.1)) return { anchor: FUNCTION };
    return {};
  }

  /** Returns the steps of one manager, at most `limit` in total. */
  #steps(depth: number, limit: number): ScenarioStep[] {
    const random = this.#random;
    const steps: ScenarioStep[] = [];
    for (let left = limit; left > 0;) {
      if (depth < 2 && left > 1 && random.chance(0.3)) {
        const size = random.between(1, left);
        steps.push({ kind: "nest", anchor: depth === 0 ? FUNCTION : LOOP, steps: this.#steps(depth + 1, size) });
        left -= size;
        continue;
      }
      if (depth === 0 && left > 1 && random.chance(0.15)) {
        const size = random.between(1, Math.min(left, 3));
        const passes = Array.from({ length: size }, () => this.#pass(0));
        const { types: all = undefined, isRemovable = false } = passes[0] as ScenarioPass;
        const shared = { ...(all && { types: all }), ...(isRemovable ? { isRemovable } : {}) };
        steps.push({
          kind: "bundle",
          name: random.chance(0.8) ? "group" : "other",
          bundle: random.pick(KINDS),
          steps: passes.map(({ kind, name }) => ({
            kind,
            name,
            ...shared,
            ...(name === "clean" ? { isPoor: true } : {}),
          })),
        });
        left -= size;
        continue;
      }
      left--;
      if (random.chance(0.2)) steps.push({ kind: "point", name: `point${++this.#pointCount}` });
      else steps.push(this.#pass(depth));
    }
    return steps;
  }

  #pass(depth: number): ScenarioPass {
    const random = this.#random;
    const isPoor = random.chance(0.1) ? { isPoor: true } : {};
    const name = isPoor.isPoor === true ? "clean" : random.pick(["a", "b", "c", "d", "e"]);
    this.#names.push(name);
    const removable = random.chance(0.6) ? { isRemovable: true } : {};
    return { kind: "pass", name, ...types(random), ...this.#anchor(depth), ...isPoor, ...removable };
  }

  #name(): string {
    if (this.#names.length > 0 && this.#random.chance(0.6)) return this.#random.pick(this.#names);
    const theirs = ["a", "b", "c", "d", "e", "a#1", "a#2", "clean", "group", "missing"];
    return this.#random.pick(this.#random.chance(0.3) ? ["p", "q", "r", "kit"] : theirs);
  }

  #type(): string {
    return this.#random.pick(["Up", "up", "Down", "Down", "Down.far", "Side", "Side", "Unknown", "Missing"]);
  }

  /** Returns a random position. Often returns `favourite`, so that several contributions share a position. */
  #place(favourite: Place): Place {
    const random = this.#random;
    if (random.chance(0.45)) return favourite;
    switch (random.below(7)) {
      case 0:
      case 1:
        return { before: this.#name() };
      case 2:
        return { after: this.#name() };
      case 3:
        return { beforeType: this.#type() };
      case 4:
        return { afterType: this.#type() };
      case 5:
        if (this.#pointCount === 0 && random.chance(0.8)) return { end: true };
        return { at: `point${random.between(1, Math.max(1, this.#pointCount))}` };
      default:
        return { end: true };
    }
  }

  #edit(): ScenarioEdit {
    const random = this.#random;
    const [target, line] = [this.#name(), ++this.#line];
    if (random.chance(0.5)) return { kind: "remove", target, line };
    const anchor = random.chance(0.3) ? { anchor: random.pick([FUNCTION, "builtin.module"]) } : {};
    return { kind: "replace", target, pass: random.pick(OWN), ...types(random), ...anchor, line };
  }

  override(): ScenarioOverride {
    const target = this.#random.chance(0.3) ? `contributor0::${this.#random.pick(["p", "q", "r"])}` : this.#name();
    return this.#random.chance(0.6) ? { ban: target } : { pin: target };
  }

  #bundle(favourite: Place): ScenarioInsertBundle {
    const random = this.#random;
    const { kind: _, pass, ...where } = this.#insert(favourite, true);
    const more = Array.from({ length: random.below(3) }, () => random.pick(OWN));
    const name = random.pick(["set", "kit"]);
    return { kind: "bundle", name, bundle: random.pick(KINDS), passes: [pass, ...more], ...where };
  }

  /** Returns one alternative position or a list of them. */
  #others(): Place | readonly Place[] {
    if (this.#random.chance(0.7)) return this.#place({ end: true });
    return Array.from({ length: this.#random.between(1, 3) }, () => this.#place({ end: true }));
  }

  /** Returns an insertion. `acceptsAll` is whether the call accepts `which` and `onMissing` for every position. */
  #insert(favourite: Place, acceptsAll: boolean): ScenarioInsert {
    const random = this.#random;
    const place = this.#place(favourite);
    const isByName = "before" in place || "after" in place;
    const which: { which?: Which } = random.chance(isByName ? 0.3 : 0.05)
      ? { which: random.pick(["only", "first", "last", "each"]) }
      : {};
    const onMissing: { onMissing?: OnMissing } = random.chance(0.3)
      ? { onMissing: random.chance(0.3) ? "skip" : { use: this.#others() } }
      : {};
    const anchor = random.pickWeighted<{ anchor?: string }>([
      [10, {}],
      [2, { anchor: FUNCTION }],
      [4, { anchor: "builtin.module" }],
      [1, { anchor: LOOP }],
    ]);
    const pass = random.pick(OWN);
    const settings = "end" in place && !acceptsAll ? {} : { ...which, ...onMissing };
    return {
      kind: "insert",
      pass,
      ...types(random),
      ...anchor,
      place,
      ...settings,
      line: ++this.#line,
    };
  }

  #selector(): Selector {
    const random = this.#random;
    if (random.chance(0.25)) return { type: random.pick(["Up", "Down", "Down.far", "Side"]) };
    return { pass: random.pick(["p", "q", "r", "s", "p", "q", "r", "s", "p", "q", "r", "s", this.#name()]) };
  }

  #rule(reason: string): ScenarioRule {
    const random = this.#random;
    return {
      kind: "rule",
      strength: random.chance(0.45) ? "strong" : "weak",
      subject: this.#selector(),
      relation: random.pickWeighted([
        [6, "before"],
        [6, "after"],
        [1, "beforeSome"],
        [1, "afterSome"],
      ] as const),
      target: this.#selector(),
      reason,
      line: ++this.#line,
    };
  }

  scenario(): Scenario {
    const random = this.#random;
    const steps = this.#steps(0, random.between(1, 6));
    const favourite = this.#place({ after: this.#name() });
    const count = random.between(1, 4);
    let inserts = random.between(1, 7);
    let edits = random.chance(0.6) ? 0 : random.between(1, 3);
    let rules = random.chance(0.25) ? 0 : random.between(1, 5);
    const contributors = Array.from({ length: count }, (_, number): ScenarioContributor => {
      const name = `contributor${number}`;
      const isLast = number === count - 1;
      const acts: ScenarioAct[] = [];
      const isData = random.chance(0.3);
      let ruleCount = 0;
      const ownInserts = isLast ? inserts : random.below(inserts + 1);
      const ownRules = isLast ? rules : random.below(rules + 1);
      inserts -= ownInserts;
      rules -= ownRules;
      for (let insert = 0; insert < ownInserts; insert++) {
        acts.push(!isData && random.chance(0.2) ? this.#bundle(favourite) : this.#insert(favourite, isData));
      }
      if (!isData) for (; edits > 0 && random.chance(0.6); edits--) acts.push(this.#edit());
      for (let rule = 0; rule < ownRules; rule++) acts.push(this.#rule(`${name} rule ${++ruleCount}`));
      return { kind: "plugin", name, isData, acts };
    });
    const overrides = random.chance(0.8) ? [] : Array.from({ length: random.between(1, 2) }, () => this.override());
    return { framework: "kiln", anchor: "builtin.module", declared: DECLARED, steps, contributors, overrides };
  }
}

/**
 * Returns a random small scenario: up to 6 steps, 4 contributors, 7 contributions (a bundle counts as one), 5 rules, 3
 * edits and 2 overrides.
 */
export function generateScenario(random: Random): Scenario {
  return new Generator(random).scenario();
}
