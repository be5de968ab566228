import { isNamed } from "../resolve/element.ts";
import type { Named } from "../resolve/element.ts";
import type { Guard } from "./property.ts";

/**
 * Tracks whether the current step of a pipeline is in a range of a guard. Must be called with each step in order. A
 * guard can have several ranges in one pipeline.
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

  /** Begins or ends a range if the guard names the step. A pass that ends a range does not begin another range. */
  pass(step: Named): void {
    const { from, to } = this.#guard;
    if (this.#isOpen) this.#isOpen = !isNamed(step, to);
    else this.#isOpen = isNamed(step, from);
  }
}
