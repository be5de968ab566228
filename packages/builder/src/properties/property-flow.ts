import type { PassDeclaration } from "@passwright/core";
import type { Origin } from "../contributions/origin.ts";
import { isFragile } from "./property.ts";
import type { Properties } from "./property.ts";

/** What is known of a property at a point, and since when. */
export interface Fact {
  readonly holds: boolean;
  /** The address of the step that made it so; absent for what was so from the beginning. */
  readonly since?: string;
  /** Who contributed that step. */
  readonly contributor?: string;
  /** It was lost because that step says nothing about any property. */
  readonly isOpaque?: boolean;
}

const NONE: readonly string[] = [];

/** A step as far as properties are concerned. */
export interface FlowStep {
  readonly address: string;
  readonly origin?: Origin;
  readonly declaration: PassDeclaration;
}

function sinceOf({ address, origin }: FlowStep): Pick<Fact, "since" | "contributor"> {
  return { since: address, ...(origin === undefined ? {} : { contributor: origin.name }) };
}

/** Whether a pass declares nothing at all about properties. What it does to fragile ones is then taken to be the worst. */
export function isOpaque({ requires, forbids, provides, invalidates, preserves }: PassDeclaration): boolean {
  return (requires ?? forbids ?? provides ?? invalidates ?? preserves) === undefined;
}

/**
 * Whether a pass says that a property is as true after it as before: what it requires stays, unless it says otherwise. A
 * conversion keeps what it preserves.
 */
export function keeps({ preserves, requires, invalidates, to }: PassDeclaration, name: string): boolean {
  const isMeant = preserves?.includes(name) === true || (to === undefined && requires?.includes(name) === true);
  return isMeant && invalidates?.includes(name) !== true;
}

/** Whether a pass decides about a property: after it, the property holds or not whatever was before. */
export function changes(declaration: PassDeclaration, name: string, properties: Properties): boolean {
  const { provides, invalidates, to } = declaration;
  if (provides?.includes(name) === true || invalidates?.includes(name) === true) return true;
  return (to !== undefined || isFragile(properties, name)) && !keeps(declaration, name);
}

/**
 * The properties that hold while a pipeline is gone through from its beginning. What a pass invalidates and does not
 * preserve goes, then what it provides comes. What it requires and does not invalidate is as true after it.
 */
export class PropertyFlow {
  readonly #properties: Properties;
  readonly #facts = new Map<string, Fact>();
  /** Fragile properties that hold now, so that a pass costs what it changes. */
  readonly #fragile = new Set<string>();

  constructor(properties: Properties) {
    this.#properties = properties;
    for (const [name, { initially }] of Object.entries(properties))
      if (initially === true) this.#set(name, { holds: true });
  }

  fact(name: string): Fact {
    return this.#facts.get(name) ?? { holds: false };
  }

  holds(name: string): boolean {
    return this.fact(name).holds;
  }

  /** The same, to go on from here in another way. */
  copy(): PropertyFlow {
    const copy = new PropertyFlow(this.#properties);
    for (const [name, fact] of this.#facts) copy.#set(name, fact);
    return copy;
  }

  /** The fragile properties that hold. */
  get fragile(): Iterable<string> {
    return this.#fragile;
  }

  pass(step: FlowStep): void {
    const { declaration } = step;
    const { invalidates = NONE, provides = NONE } = declaration;
    if (declaration.to !== undefined)
      this.#lose(
        step,
        [...this.#facts.keys()].filter((name) => this.holds(name)),
      );
    else if (this.#fragile.size > 0) this.#lose(step, this.#fragile);
    for (const name of invalidates) if (this.holds(name)) this.#set(name, { holds: false, ...sinceOf(step) });
    for (const name of provides) if (!this.holds(name)) this.#set(name, { holds: true, ...sinceOf(step) });
  }

  /** A fragile property is lost at a step that does not keep it, and every property at such a conversion. */
  #lose(step: FlowStep, names: Iterable<string>): void {
    const { declaration } = step;
    for (const name of names) {
      if (keeps(declaration, name)) continue;
      this.#set(name, { holds: false, ...sinceOf(step), isOpaque: isOpaque(declaration) });
    }
  }

  #set(name: string, fact: Fact): void {
    this.#facts.set(name, fact);
    if (!isFragile(this.#properties, name)) return;
    if (fact.holds) this.#fragile.add(name);
    else this.#fragile.delete(name);
  }
}
