import type { Diagnostic } from "@passwright/core";
import type { Assembly } from "@passwright/sdk/loading";
import type { FaultTest } from "../fault/faults.ts";
import { Limits } from "../fault/limits.ts";
import { runTrial } from "../fault/trial.ts";
import type { TrialInput, TrialSettings } from "../fault/trial.ts";
import type { BisectAxis, BisectOptions } from "./options.ts";

/** Tests whether variants of a pipeline show a fault, and counts the tests. */
export class FaultTests {
  /** Current axis of the search. */
  axis: BisectAxis = "contribution";
  /** Input of the following tests. */
  input: TrialInput | undefined;
  /** Number of contributions, steps, operations and rewrites that were searched. */
  candidates = 0;
  /** Errors of the latest run that showed the fault. */
  errors: readonly Diagnostic[] = [];
  readonly #isBad: FaultTest;
  readonly #options: BisectOptions;
  readonly #limits: Limits;
  readonly #tested = new Map<string, boolean>();
  readonly #ids = new Map<Assembly, number>();

  constructor(isBad: FaultTest, options: BisectOptions) {
    this.#isBad = isBad;
    this.#options = options;
    this.#limits = new Limits(options);
  }

  /** Number of different runs of a pipeline on an input. */
  get runs(): number {
    return this.#limits.tests;
  }

  /**
   * Returns whether a variant shows the fault. Runs the variant, several times if `repeat` is set, or reuses an earlier
   * result with the same `key`.
   */
  async isBad(assembly: Assembly, settings: () => TrialSettings = () => ({}), key = ""): Promise<boolean> {
    const number = this.#ids.get(assembly) ?? this.#ids.size;
    this.#ids.set(assembly, number);
    const input = this.input as TrialInput;
    const id = `${number} ${input.file} ${key}`;
    const known = this.#tested.get(id);
    if (known !== undefined) return known;
    const isBad = await this.#limits.test(async () => {
      this.#options.onRun?.(this.runs, this.axis);
      for (let count = 0; count < (this.#options.repeat ?? 1) && this.#options.signal?.aborted !== true; count++) {
        const outcome = await runTrial(assembly, input, settings());
        if (!(await this.#isBad(outcome, input))) continue;
        this.errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
        return true;
      }
      return false;
    });
    this.#tested.set(id, isBad);
    return isBad;
  }
}
