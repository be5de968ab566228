/** Limits of an experiment. */
export interface BudgetLimits {
  /** Maximum duration. Default: no limit. */
  readonly seconds?: number;
  /** Maximum number of runs of steps or of groups of steps. Default: no limit. */
  readonly runs?: number;
  /** Signal that ends the experiment. */
  readonly signal?: AbortSignal;
}

/** Counts the runs of an experiment, and ends the experiment when a limit is reached. */
export class Budget {
  runs = 0;
  readonly #end: number;
  readonly #limits: BudgetLimits;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
    this.#end = limits.seconds === undefined ? Infinity : performance.now() + limits.seconds * 1000;
  }

  /** Remaining time in seconds. `Infinity` if the duration is not limited. */
  get seconds(): number {
    return Math.max(0, this.#end - performance.now()) / 1000;
  }

  get isSpent(): boolean {
    const { runs = Infinity, signal } = this.#limits;
    return this.runs >= runs || signal?.aborted === true || performance.now() >= this.#end;
  }
}
