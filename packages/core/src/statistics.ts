/**
 * Statistic of a pass instance, the counterpart of MLIR's `Pass::Statistic`. The description of the statistic contains
 * the unit.
 */
export class Counter {
  /** Name of the statistic. */
  readonly name: string;
  /** Description for reports. */
  readonly description: string;
  /** Current value. */
  value = 0;
  /** Whether the value is a maximum and not a sum. */
  isMaximum = false;

  /** Makes a counter with the value 0. */
  constructor(name: string, description: string) {
    this.name = name;
    this.description = description;
  }

  /** Adds to the value. */
  add(amount = 1): void {
    this.value += amount;
  }

  /** Sets the value to `candidate` if `candidate` is larger. */
  updateMax(candidate: number): void {
    this.isMaximum = true;
    if (candidate > this.value) this.value = candidate;
  }
}
