import type { IrAdapter, PassDeclaration } from "@passwright/core";
import { isFragile, keeps } from "@passwright/builder";
import type { Properties, StepIr } from "@passwright/builder";

/** Effects of a pass on properties. */
export interface FlowStep {
  readonly address: string;
  readonly declaration: PassDeclaration;
  /** Anchors of the managers around the pass. */
  readonly chain: readonly string[];
  /**
   * For a conversion: `owner` is its contributor, and `leaves` is the IR after the conversion, if this IR is loaded.
   */
  readonly owner?: string;
  readonly leaves?: IrAdapter<object> | undefined;
}

const HOLDS = 1;
const ABSENT = 2;

/** Reason why a property holds or is absent: a sentence, and the pipeline of the pass that changed the property. */
export interface Reason {
  readonly text: string;
  readonly pipeline?: string;
}

/** Step that provides a value of the operations on which the step runs. */
export interface Provider {
  readonly address: string;
  readonly pipeline: string;
  readonly chain: readonly string[];
}

/** State of one property, as bits for "holds on some path" and "is absent on some path", with a reason for each bit. */
interface Fact {
  readonly bits: number;
  readonly heldSince?: Reason;
  readonly lostBecause?: Reason;
  /** For a value of operations: steps that provide the value on some path. */
  readonly providers?: readonly Provider[];
}

/**
 * IR that a pipeline can start with. `from` is the conversion that produces this IR. For the graph's own IR, `from` is
 * absent.
 */
export interface Start extends Partial<StepIr> {
  readonly anchor: string;
  /** Adapter of the IR after the conversion, if this adapter is loaded. */
  readonly adapter?: IrAdapter<object> | undefined;
  readonly from?: { readonly pass: string; readonly owner: string; readonly pipeline: string };
}

/** Returns whether two starts are on the same IR. An unknown IR is treated as equal to any other IR. */
export function isSameStart(one: Start, other: Start): boolean {
  const isSameIr = one.ir === undefined || other.ir === undefined || one.ir === other.ir;
  return isSameIr && one.anchor === other.anchor;
}

/**
 * State of the properties at a point in the graph, over all paths to this point. A pass has the same effect as in the
 * builder: properties in `invalidates` are removed, fragile properties are removed unless preserved, and properties in
 * `provides` are added. Immutable.
 */
export class Facts {
  readonly #facts: ReadonlyMap<string, Fact>;
  /** Possible IRs of the root. */
  readonly starts: readonly Start[];

  private constructor(facts: ReadonlyMap<string, Fact>, starts: readonly Start[]) {
    this.#facts = facts;
    this.starts = starts;
  }

  /** Returns the state of these properties at the start of the graph. */
  static initially(names: Iterable<string>, properties: Properties, start: Start): Facts {
    const entries = [...names].map((name): [string, Fact] => {
      const holds = Object.hasOwn(properties, name) && properties[name]?.initially === true;
      if (holds) return [name, { bits: HOLDS, heldSince: { text: "the property holds at the beginning" } }];
      const text = "the property does not hold at the beginning, and no pass on this path provides it";
      return [name, { bits: ABSENT, lostBecause: { text } }];
    });
    return new Facts(new Map(entries), [start]);
  }

  get isTracking(): boolean {
    return this.#facts.size > 0;
  }

  holdsAlways(name: string): boolean {
    return this.#facts.get(name)?.bits === HOLDS;
  }

  /** Returns the reason why the property is absent on some path, or `undefined` if the property always holds. */
  whyAbsent(name: string): Reason | undefined {
    const fact = this.#facts.get(name);
    return fact !== undefined && (fact.bits & ABSENT) !== 0 ? fact.lostBecause : undefined;
  }

  /** Returns the reason why the property holds on some path, or `undefined` if the property is always absent. */
  whyHeld(name: string): Reason | undefined {
    const fact = this.#facts.get(name);
    return fact !== undefined && (fact.bits & HOLDS) !== 0 ? fact.heldSince : undefined;
  }

  /** Returns the steps that, on some path, provide the value `name` of operations. */
  providersOf(name: string): readonly Provider[] {
    return this.#facts.get(name)?.providers ?? [];
  }

  /** Returns the union of two states. If `other` does not add anything, returns this object. */
  or(other: Facts): Facts {
    let joined: Map<string, Fact> | undefined;
    for (const [name, fact] of other.#facts) {
      const own = this.#facts.get(name) as Fact;
      const { providers = [] } = own;
      const more = (fact.providers ?? []).filter((one) => !providers.some((known) => isSameProvider(known, one)));
      if ((own.bits | fact.bits) === own.bits && more.length === 0) continue;
      joined ??= new Map(this.#facts);
      const all = more.length === 0 ? {} : { providers: [...providers, ...more] };
      joined.set(name, { ...fact, ...own, ...all, bits: own.bits | fact.bits });
    }
    const added = other.starts.filter((one) => !this.starts.some((own) => isSameStart(own, one)));
    if (joined === undefined && added.length === 0) return this;
    return new Facts(joined ?? this.#facts, [...this.starts, ...added]);
  }

  after(step: FlowStep, pipeline: string, properties: Properties): Facts {
    let changed: Map<string, Fact> | undefined;
    const set = (name: string, fact: Fact): void => void (changed ??= new Map(this.#facts)).set(name, fact);
    const { invalidates = [], provides = [], values = {}, to } = step.declaration;
    const why = (what: string): Reason => ({
      text: `\`${step.address}\` in pipeline \`${pipeline}\` ${what}`,
      pipeline,
    });
    for (const [name, { bits, providers }] of this.#facts) {
      if (provides.includes(name)) {
        if (Object.hasOwn(values, name) && values[name] === "operation") {
          const providers = [{ address: step.address, pipeline, chain: step.chain }];
          set(name, { bits: HOLDS, heldSince: why("provides the property"), providers });
        } else if (bits !== HOLDS) set(name, { bits: HOLDS, heldSince: why("provides the property") });
      } else if (invalidates.includes(name)) {
        if (bits !== ABSENT) set(name, { bits: ABSENT, lostBecause: why("invalidates it") });
      } else if (to !== undefined && providers !== undefined) {
        set(name, { bits: ABSENT, lostBecause: why("converts to another IR, which drops values of operations") });
      } else if (bits !== ABSENT && (to !== undefined || isFragile(properties, name))) {
        if (!keeps(step.declaration, name))
          set(name, { bits: ABSENT, lostBecause: why("does not declare that it preserves the property") });
      }
    }
    if (to !== undefined) return new Facts(changed ?? this.#facts, [startAfter(step, to, pipeline)]);
    return changed === undefined ? this : new Facts(changed, this.starts);
  }
}

function isSameProvider(one: Provider, other: Provider): boolean {
  return one.address === other.address && one.pipeline === other.pipeline;
}

function startAfter({ declaration, owner = "", leaves }: FlowStep, ir: string, pipeline: string): Start {
  const { name: pass, toAnchor: anchor = "any" } = declaration;
  return { ir, anchor, adapter: leaves, from: { pass, owner, pipeline } };
}
