import type { PassDeclaration } from "@passwright/core";
import { isFragile } from "@passwright/builder";
import type { Properties } from "@passwright/builder";

/** A pass as far as properties go. */
export interface FlowStep {
  readonly address: string;
  readonly declaration: PassDeclaration;
}

const HOLDS = 1;
const ABSENT = 2;

/** Why a property holds or is absent: a sentence, and the pipeline of the pass that made it so. */
export interface Reason {
  readonly text: string;
  readonly pipeline?: string;
}

/** What is known of one property: bits for "may hold" and "may be absent", and for each why. */
interface Fact {
  readonly bits: number;
  readonly heldSince?: Reason;
  readonly lostBecause?: Reason;
}

/**
 * What is known of properties at a point, over all ways that lead there. A pass does what it does in the builder: what it
 * invalidates goes, what is fragile goes unless it is preserved, what it provides comes. Never changed once made.
 */
export class Facts {
  readonly #facts: ReadonlyMap<string, Fact>;

  private constructor(facts: ReadonlyMap<string, Fact>) {
    this.#facts = facts;
  }

  /** What holds of the IR that the graph is given, for the properties of those names. */
  static initially(names: Iterable<string>, properties: Properties): Facts {
    const entries = [...names].map((name): [string, Fact] => {
      const holds = Object.hasOwn(properties, name) && properties[name]?.initially === true;
      if (holds) return [name, { bits: HOLDS, heldSince: { text: "it holds at the beginning" } }];
      return [
        name,
        {
          bits: ABSENT,
          lostBecause: { text: "it does not hold at the beginning, and nothing on that way provides it" },
        },
      ];
    });
    return new Facts(new Map(entries));
  }

  holdsAlways(name: string): boolean {
    return this.#facts.get(name)?.bits === HOLDS;
  }

  /** Why the property may be absent; `undefined` if it cannot. */
  whyAbsent(name: string): Reason | undefined {
    const fact = this.#facts.get(name);
    return fact !== undefined && (fact.bits & ABSENT) !== 0 ? fact.lostBecause : undefined;
  }

  /** Why the property may hold; `undefined` if it cannot. */
  whyHeld(name: string): Reason | undefined {
    const fact = this.#facts.get(name);
    return fact !== undefined && (fact.bits & HOLDS) !== 0 ? fact.heldSince : undefined;
  }

  /** Either of two ways; the same object if the other one adds nothing. */
  or(other: Facts): Facts {
    let joined: Map<string, Fact> | undefined;
    for (const [name, fact] of other.#facts) {
      const own = this.#facts.get(name) as Fact;
      if ((own.bits | fact.bits) === own.bits) continue;
      joined ??= new Map(this.#facts);
      joined.set(name, { ...fact, ...own, bits: own.bits | fact.bits });
    }
    return joined === undefined ? this : new Facts(joined);
  }

  after(step: FlowStep, pipeline: string, properties: Properties): Facts {
    let changed: Map<string, Fact> | undefined;
    const set = (name: string, fact: Fact): void => void (changed ??= new Map(this.#facts)).set(name, fact);
    const { preserves = [], requires = [], invalidates = [], provides = [] } = step.declaration;
    const why = (what: string): Reason => ({
      text: `\`${step.address}\` in pipeline \`${pipeline}\` ${what}`,
      pipeline,
    });
    for (const [name, { bits }] of this.#facts) {
      if (provides.includes(name)) {
        if (bits !== HOLDS) set(name, { bits: HOLDS, heldSince: why("provides it") });
      } else if (invalidates.includes(name)) {
        if (bits !== ABSENT) set(name, { bits: ABSENT, lostBecause: why("invalidates it") });
      } else if (bits !== ABSENT && isFragile(properties, name)) {
        if (!preserves.includes(name) && !requires.includes(name)) {
          set(name, { bits: ABSENT, lostBecause: why("does not declare that it preserves it") });
        }
      }
    }
    return changed === undefined ? this : new Facts(changed);
  }
}
