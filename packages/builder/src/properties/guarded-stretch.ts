import { isNamed } from "../resolve/element.ts";
import type { Named } from "../resolve/element.ts";
import type { Guard } from "./property.ts";

/** Whether a guard's stretch is open while a pipeline is gone through: it may begin and end several times. */
export class GuardedStretch {
  readonly #guard: Pick<Guard, "from" | "to">;
  #isOpen = false;

  constructor(guard: Pick<Guard, "from" | "to">) {
    this.#guard = guard;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** A pass that ends a stretch does not begin another one. */
  pass(step: Named): void {
    const { from, to } = this.#guard;
    if (this.#isOpen) this.#isOpen = !isNamed(step, to);
    else this.#isOpen = isNamed(step, from);
  }
}
