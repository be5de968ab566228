import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import { describeThrown } from "./thrown.ts";

/** Statistic of a pass instance, MLIR's `Pass::Statistic`. The description contains the unit. */
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

  /** Adds to the value. @throws {@link UsageError} PWC0105 if `amount` is not a number. */
  add(amount = 1): void {
    this.#check("add", amount);
    this.value += amount;
  }

  /** Sets the value to `candidate` if `candidate` is larger. */
  updateMax(candidate: number): void {
    this.#check("updateMax", candidate);
    this.isMaximum = true;
    if (candidate > this.value) this.value = candidate;
  }

  #check(call: string, value: number): void {
    if (Number.isFinite(value)) return;
    const found = typeof value === "string" ? JSON.stringify(value) : describeThrown(value);
    const message = `\`${call}\` of statistic \`${this.name}\` requires a number, not ${found}`;
    throw new UsageError(errorDiagnostic("PWC0105", message, `write \`statistics.${this.name}.${call}(1)\``));
  }
}
