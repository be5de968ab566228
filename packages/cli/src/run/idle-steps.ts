import type { Diagnostic, Instrumentation, IrAdapter, Pass } from "@passwright/core";
import { idleDiagnostic } from "@passwright/sdk/loading";
import type { IdleStep } from "@passwright/sdk/loading";

export class IdleSteps {
  readonly #steps = new Map<string, { readonly idle: IdleStep; readonly first: string; count: number }>();
  #unchanged: readonly string[] | undefined;

  add(input: string, idle: readonly IdleStep[], unchanged: readonly string[] | undefined): void {
    for (const one of idle) {
      const key = JSON.stringify([one.pipeline, one.step]);
      const known = this.#steps.get(key);
      if (known === undefined) this.#steps.set(key, { idle: one, first: input, count: 1 });
      else known.count++;
    }
    if (unchanged !== undefined)
      this.#unchanged = this.#unchanged?.filter((step) => unchanged.includes(step)) ?? unchanged;
  }

  /** Returns one report for each idle step. `total` is the number of inputs of the run. */
  diagnostics(total: number): readonly Diagnostic[] {
    return [...this.#steps.values()].map(({ idle, first, count }) =>
      idleDiagnostic(idle, total === 1 ? undefined : { count, total, first }),
    );
  }

  /** Steps that did not change any input, for `--idle`. */
  get unchanged(): readonly string[] {
    return this.#unchanged ?? [];
  }
}

export interface RunningStep {
  readonly pass: Pass<object>;
  readonly step: string;
}

/** Records which steps change the IR, for `--idle`. */
export class ChangeWatch implements Instrumentation<object> {
  readonly name = "changes";
  readonly #stateOf: (op: object) => unknown;
  readonly #steps: readonly RunningStep[];
  readonly #before: unknown[] = [];
  readonly #changed = new Set<object>();
  #adapter: IrAdapter<object>;

  constructor(adapter: IrAdapter<object>, steps: readonly RunningStep[]) {
    this.#adapter = adapter;
    this.#stateOf = (op) => this.#adapter.fingerprint?.(op) ?? this.#adapter.print?.(op, { debugInfo: true }) ?? {};
    this.#steps = steps;
  }

  beforeRun: NonNullable<Instrumentation<object>["beforeRun"]> = (_op, run) => void (this.#adapter = run.adapter);

  beforePass: NonNullable<Instrumentation<object>["beforePass"]> = ({ isAdaptor }, op) =>
    void this.#before.push(isAdaptor ? undefined : this.#stateOf(op));

  afterPass: NonNullable<Instrumentation<object>["afterPass"]> = ({ passes = [], isAdaptor }, op) => {
    const before = this.#before.pop();
    if (!isAdaptor && before !== this.#stateOf(op)) for (const pass of passes) this.#changed.add(pass);
  };

  afterPassFailed: NonNullable<Instrumentation<object>["afterPassFailed"]> = (pass, op) => this.afterPass(pass, op);

  /** Returns the steps that did not change the last input. */
  take(): readonly string[] {
    const unchanged = this.#steps.flatMap(({ pass, step }) => (this.#changed.has(pass) ? [] : [step]));
    this.#changed.clear();
    return unchanged;
  }
}
