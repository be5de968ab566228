/** One statistic of a pass instance, the counterpart of MLIR's `Pass::Statistic`. Counts things; the unit is in its description. */
export class Counter {
  readonly name: string;
  readonly description: string;
  value = 0;
  /** Whether it keeps the largest of what it is given, rather than a sum. */
  isMaximum = false;

  constructor(name: string, description: string) {
    this.name = name;
    this.description = description;
  }

  add(amount = 1): void {
    this.value += amount;
  }

  /** Keeps the larger of the value so far and `candidate`. */
  updateMax(candidate: number): void {
    this.isMaximum = true;
    if (candidate > this.value) this.value = candidate;
  }
}
