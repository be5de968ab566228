import { type OnMissing, type Place, type Selector, type Which } from "@passwright/builder";
import { type Random } from "@passwright/test-support";
import {
  type Scenario,
  type ScenarioInsert,
  type ScenarioParty,
  type ScenarioRule,
  type ScenarioStep,
} from "../scenario/scenario.ts";

const FUNCTION = "func.func";
const LOOP = "scf.for";

function types(random: Random): { types?: readonly string[] } {
  const one = (): string => random.pick(["Up", "Down", "Down.far", "Side"]);
  if (random.chance(0.3)) return {};
  return { types: random.chance(0.2) ? [one(), one()] : [one()] };
}

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

  /** Steps of one manager, no more than `limit` in all. */
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
      left--;
      if (random.chance(0.2)) steps.push({ kind: "point", name: `point${++this.#pointCount}` });
      else {
        const isPoor = random.chance(0.1) ? { isPoor: true } : {};
        const name = isPoor.isPoor === true ? "clean" : random.pick(["a", "b", "c", "d", "e"]);
        this.#names.push(name);
        steps.push({ kind: "pass", name, ...types(random), ...this.#anchor(depth), ...isPoor });
      }
    }
    return steps;
  }

  #name(): string {
    if (this.#names.length > 0 && this.#random.chance(0.6)) return this.#random.pick(this.#names);
    return this.#random.pick(["a", "b", "c", "d", "e", "a#2", "clean", "p", "q", "r", "missing"]);
  }

  #type(): string {
    return this.#random.pick(["Up", "up", "Down", "Down", "Down.far", "Side", "Side", "Unknown", "Missing"]);
  }

  /** Not all over the place: contributions meet more often where `favourite` is. */
  #place(favourite: Place): Place {
    const random = this.#random;
    if (random.chance(0.35)) return favourite;
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

  #insert(favourite: Place): ScenarioInsert {
    const random = this.#random;
    const which: { which?: Which } = random.chance(0.3)
      ? { which: random.pick(["only", "first", "last", "each"]) }
      : {};
    const onMissing: { onMissing?: OnMissing } = random.chance(0.3)
      ? { onMissing: random.chance(0.3) ? "skip" : { use: this.#place({ end: true }) } }
      : {};
    const anchor = random.pickWeighted<{ anchor?: string }>([
      [10, {}],
      [2, { anchor: FUNCTION }],
      [4, { anchor: "builtin.module" }],
      [1, { anchor: LOOP }],
    ]);
    const pass = random.pick(["p", "q", "r", "s"]);
    return {
      kind: "insert",
      pass,
      ...types(random),
      ...anchor,
      place: this.#place(favourite),
      ...which,
      ...onMissing,
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
    let inserts = random.between(1, 8);
    let rules = random.chance(0.25) ? 0 : random.between(1, 5);
    const parties = Array.from({ length: count }, (_, number): ScenarioParty => {
      const name = `party${number}`;
      const isLast = number === count - 1;
      const acts: (ScenarioInsert | ScenarioRule)[] = [];
      let ruleCount = 0;
      const ownInserts = isLast ? inserts : random.below(inserts + 1);
      const ownRules = isLast ? rules : random.below(rules + 1);
      inserts -= ownInserts;
      rules -= ownRules;
      for (let insert = 0; insert < ownInserts; insert++) acts.push(this.#insert(favourite));
      for (let rule = 0; rule < ownRules; rule++) acts.push(this.#rule(`${name} rule ${++ruleCount}`));
      return { kind: "plugin", name, isData: random.chance(0.3), acts };
    });
    return { framework: "kiln", anchor: "builtin.module", steps, parties };
  }
}

/** A random small scenario: up to 6 steps, 4 parties, 8 contributions and 5 rules. */
export function generateScenario(random: Random): Scenario {
  return new Generator(random).scenario();
}
