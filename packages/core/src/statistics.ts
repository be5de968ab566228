import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import { describeThrown } from "./thrown.ts";

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

  /**
   * Adds to the value.
   *
   * @throws {@link UsageError} PWC0105 if `amount` is not a number.
   */
  add(amount = 1): void {
    this.value += this.#checked("add", amount);
  }

  /** Sets the value to `candidate` if `candidate` is larger. */
  updateMax(candidate: number): void {
    this.value = Math.max(this.value, this.#checked("updateMax", candidate));
    this.isMaximum = true;
  }

  #checked(call: string, value: number): number {
    if (Number.isFinite(value)) return value;
    const message = `\`${call}\` of statistic \`${this.name}\` requires a number, not ${describeThrown(value)}`;
    throw new UsageError(errorDiagnostic("PWC0105", message, `write \`statistics.${this.name}.${call}(1)\``));
  }
}
