/** One statistic of a pass instance, the counterpart of MLIR's `Pass::Statistic`. Counts things; the unit is in its description. */
export class Counter {
  readonly name: string;
  readonly description: string;
  value = 0;

  constructor(name: string, description: string) {
    this.name = name;
    this.description = description;
  }

  add(amount = 1): void {
    this.value += amount;
  }

  /** Keeps the larger of the value so far and `candidate`. */
  updateMax(candidate: number): void {
    if (candidate > this.value) this.value = candidate;
  }
}
