import type { Diagnostic, Instrumentation, InstrumentedPass, IrAdapter, Pass } from "@passwright/core";
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

  get unchanged(): readonly string[] {
    return this.#unchanged ?? [];
  }
}

export interface RunningStep {
  readonly pass: Pass<object>;
  readonly step: string;
}

/** Records which steps change the IR, for `--idle`. `take` returns the steps that did not change the last input. */
export function watchChanges(
  start: IrAdapter<object>,
  steps: readonly RunningStep[],
): Instrumentation<object> & { take(): readonly string[] } {
  let adapter = start;
  const stateOf = (op: object): unknown => adapter.fingerprint?.(op) ?? adapter.print?.(op, { debugInfo: true }) ?? {};
  const states: unknown[] = [];
  const changed = new Set<object>();
  const afterPass = ({ passes = [], isAdaptor }: InstrumentedPass, op: object): void => {
    const before = states.pop();
    if (!isAdaptor && before !== stateOf(op)) for (const pass of passes) changed.add(pass);
  };
  return {
    name: "changes",
    beforeRun: (_op, run) => void (adapter = run.adapter),
    beforePass: ({ isAdaptor }, op) => void states.push(isAdaptor ? undefined : stateOf(op)),
    afterPass,
    afterPassFailed: afterPass,
    take() {
      const unchanged = steps.flatMap(({ pass, step }) => (changed.has(pass) ? [] : [step]));
      changed.clear();
      return unchanged;
    },
  };
}
