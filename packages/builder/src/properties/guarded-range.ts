import { isNamed } from "../resolve/element.ts";
import type { Named } from "../resolve/element.ts";
import type { Guard } from "./property.ts";

/**
 * Tracks during a walk over a pipeline whether a step is in the range of a guard. A range can begin and end several
 * times.
 */
export class GuardedRange {
  readonly #guard: Pick<Guard, "from" | "to">;
  #isOpen = false;

  constructor(guard: Pick<Guard, "from" | "to">) {
    this.#guard = guard;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Updates the state for a step. A pass that ends a range does not begin another range. */
  pass(step: Named): void {
    const { from, to } = this.#guard;
    if (this.#isOpen) this.#isOpen = !isNamed(step, to);
    else this.#isOpen = isNamed(step, from);
  }
}
