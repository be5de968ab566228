import type { PassDeclaration } from "@passwright/core";
import { isFragile } from "./property.ts";
import type { Properties } from "./property.ts";
import { changes } from "./property-flow.ts";

const NONE: readonly string[] = [];

/**
 * Properties that later steps require or forbid. Collected from the end of the pipeline to the start. If a step
 * provides or removes a property, requirements of later steps for this property do not apply before this step.
 */
export class PropertyOutlook {
  readonly required: Names = new Names();
  readonly forbidden: Names = new Names();
  readonly #properties: Properties;

  constructor(properties: Properties) {
    this.#properties = properties;
  }

  /** Moves the current point from right after a pass to right before this pass. */
  pass(declaration: PassDeclaration): void {
    const { requires = NONE, forbids = NONE, provides = NONE, invalidates = NONE } = declaration;
    for (const names of [this.required, this.forbidden]) {
      for (const name of provides) names.delete(name);
      for (const name of invalidates) names.delete(name);
      for (const name of declaration.to === undefined ? names.fragile : names.all)
        if (changes(declaration, name, this.#properties)) names.delete(name);
    }
    for (const name of requires) this.require(name);
    for (const name of forbids) this.forbidden.add(name, isFragile(this.#properties, name));
  }

  /** Adds a property that is required at this point. */
  require(name: string): void {
    this.required.add(name, isFragile(this.#properties, name));
  }
}

/** Set of property names. Fragile properties are stored separately, because every pass can remove them. */
class Names {
  readonly #all = new Set<string>();
  readonly #fragile = new Set<string>();

  get fragile(): Iterable<string> {
    return this.#fragile;
  }

  get all(): Iterable<string> {
    return this.#all;
  }

  holds(name: string): boolean {
    return this.#all.has(name);
  }

  add(name: string, isFragileOne: boolean): void {
    this.#all.add(name);
    if (isFragileOne) this.#fragile.add(name);
  }

  delete(name: string): void {
    this.#all.delete(name);
    this.#fragile.delete(name);
  }
}
