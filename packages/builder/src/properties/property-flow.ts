import type { PassDeclaration } from "@passwright/core";
import type { Origin } from "../contributions/origin.ts";
import { isFragile } from "./property.ts";
import type { Properties } from "./property.ts";

/** State of a property at a point in the pipeline, and the step that caused this state. */
export interface Fact {
  /** Whether the property holds. */
  readonly holds: boolean;
  /** Address of the step that last changed the property. Absent if the property is unchanged since the start. */
  readonly since?: string;
  /** Contributor of the step in `since`. */
  readonly contributor?: string;
  /** Whether the property was removed only because the pass does not declare anything about properties. */
  readonly isOpaque?: boolean;
}

const NONE: readonly string[] = [];

/** Fields of a step that affect properties. */
export interface FlowStep {
  /** Address of the step. */
  readonly address: string;
  /** Contributor of the step. */
  readonly origin?: Origin;
  /** Declaration of the pass. */
  readonly declaration: PassDeclaration;
}

function sinceOf({ address, origin }: FlowStep): Pick<Fact, "since" | "contributor"> {
  return { since: address, ...(origin === undefined ? {} : { contributor: origin.name }) };
}

/** Returns whether a pass declares nothing about properties, so that it counts as removing all fragile properties. */
export function isOpaque({ requires, forbids, provides, invalidates, preserves }: PassDeclaration): boolean {
  return (requires ?? forbids ?? provides ?? invalidates ?? preserves) === undefined;
}

/**
 * Returns whether a pass declares that it leaves a property unchanged. A required property is unchanged unless the pass
 * invalidates the property. A conversion leaves only the properties in `preserves` unchanged.
 */
export function keeps({ preserves, requires, invalidates, to }: PassDeclaration, name: string): boolean {
  const isMeant = preserves?.includes(name) === true || (to === undefined && requires?.includes(name) === true);
  return isMeant && invalidates?.includes(name) !== true;
}

/** Returns whether a pass itself determines if a property holds after it, regardless of the state before it. */
export function changes(declaration: PassDeclaration, name: string, properties: Properties): boolean {
  const { provides, invalidates, to } = declaration;
  if (provides?.includes(name) === true || invalidates?.includes(name) === true) return true;
  return (to !== undefined || isFragile(properties, name)) && !keeps(declaration, name);
}

/** Set of properties. Fragile properties are also in a separate set, because every pass can remove them. */
class PropertySet {
  readonly all: Set<string> = new Set<string>();
  readonly fragile: Set<string> = new Set<string>();
  readonly #properties: Properties;

  constructor(properties: Properties) {
    this.#properties = properties;
  }

  holds(name: string): boolean {
    return this.all.has(name);
  }

  set(name: string, holds: boolean): void {
    if (holds) this.all.add(name);
    else this.all.delete(name);
    if (holds && isFragile(this.#properties, name)) this.fragile.add(name);
    else this.fragile.delete(name);
  }
}

/**
 * Properties that hold at a point of the pipeline, updated in running order. A pass removes the properties that it
 * invalidates and does not preserve, and then adds the properties that it provides. Properties that a pass requires and
 * does not invalidate are unchanged.
 */
export class PropertyFlow {
  readonly #properties: Properties;
  readonly #facts = new Map<string, Fact>();
  readonly #holding: PropertySet;

  /** Creates the state at the start. */
  constructor(properties: Properties) {
    this.#properties = properties;
    this.#holding = new PropertySet(properties);
    for (const [name, { initially }] of Object.entries(properties))
      if (initially === true) this.#set(name, { holds: true });
  }

  /** Returns whether a property holds now, and the step that caused this state. */
  fact(name: string): Fact {
    return this.#facts.get(name) ?? { holds: false };
  }

  /** Returns whether a property holds now. */
  holds(name: string): boolean {
    return this.#holding.holds(name);
  }

  /** Returns a copy of the current state. Later changes of the copy do not affect the original. */
  copy(): PropertyFlow {
    const copy = new PropertyFlow(this.#properties);
    for (const [name, fact] of this.#facts) copy.#set(name, fact);
    return copy;
  }

  /** Returns the fragile properties that hold. */
  get fragile(): Iterable<string> {
    return this.#holding.fragile;
  }

  /** Updates the properties for a step that runs now. */
  pass(step: FlowStep): void {
    const { declaration } = step;
    const { invalidates = NONE, provides = NONE } = declaration;
    this.#lose(step, declaration.to === undefined ? this.#holding.fragile : this.#holding.all);
    for (const name of invalidates) if (this.holds(name)) this.#set(name, { holds: false, ...sinceOf(step) });
    for (const name of provides) if (!this.holds(name)) this.#set(name, { holds: true, ...sinceOf(step) });
  }

  #lose(step: FlowStep, names: Iterable<string>): void {
    const { declaration } = step;
    for (const name of names) {
      if (keeps(declaration, name)) continue;
      this.#set(name, { holds: false, ...sinceOf(step), isOpaque: isOpaque(declaration) });
    }
  }

  #set(name: string, fact: Fact): void {
    this.#facts.set(name, fact);
    this.#holding.set(name, fact.holds);
  }
}

/**
 * Properties that later steps require or forbid. Collected from the end of the pipeline to the start. If a step
 * provides or removes a property, requirements of later steps for this property do not apply before this step.
 */
export class PropertyOutlook {
  readonly required: PropertySet;
  readonly forbidden: PropertySet;
  readonly #properties: Properties;

  constructor(properties: Properties) {
    this.#properties = properties;
    this.required = new PropertySet(properties);
    this.forbidden = new PropertySet(properties);
  }

  /** Moves the current point from right after a pass to right before this pass. */
  pass(declaration: PassDeclaration): void {
    const { requires = NONE, forbids = NONE, provides = NONE, invalidates = NONE } = declaration;
    for (const names of [this.required, this.forbidden]) {
      for (const name of [...provides, ...invalidates]) names.set(name, false);
      for (const name of declaration.to === undefined ? names.fragile : names.all)
        if (changes(declaration, name, this.#properties)) names.set(name, false);
    }
    for (const name of requires) this.required.set(name, true);
    for (const name of forbids) this.forbidden.set(name, true);
  }
}
