import { isDeepStrictEqual } from "node:util";
import { defineAnalysis, definePass } from "@passwright/core";
import type { Analysis, IrAdapter, Pass, PassContext } from "@passwright/core";
import { computeAnew } from "@passwright/instrument";

/**
 * Wrong declaration of a pass. `analysis` is the analysis that the pass declared as preserved but did not preserve.
 * `analysis` is `undefined` if the pass changed `op` although it declared that it preserves everything.
 */
export interface Violation {
  readonly op: object;
  readonly analysis: string | undefined;
}

/**
 * Makes an analysis whose value is the state of an operation. No pass declares that it preserves this analysis, so the
 * analysis stays valid only after passes that preserve everything.
 */
function makeStateAnalysis(adapter: IrAdapter<object>): Analysis<object, string> {
  return defineAnalysis({
    name: "@passwright/testing/state",
    compute: (op: object) =>
      adapter.fingerprint?.(op).toString() ?? adapter.print?.(op, { generic: true, debugInfo: true }) ?? "",
  });
}

/**
 * Runs a pass between two passes of the kit. The first pass of the kit computes the analyses. The second pass
 * recomputes each analysis that is still valid, and compares the two values. Ignores analyses whose values are never
 * equal, for example because the values contain functions or are filled on demand.
 */
export class PreservationTrial {
  readonly violations: Violation[] = [];
  readonly #adapter: IrAdapter<object>;
  readonly #analyses: readonly Analysis<object, unknown>[];
  readonly #state: Analysis<object, string>;

  constructor(adapter: IrAdapter<object>, analyses: readonly Analysis<object, unknown>[]) {
    this.#adapter = adapter;
    this.#analyses = analyses;
    this.#state = makeStateAnalysis(adapter);
  }

  /** Returns a list of three passes: the first pass of the kit, `pass`, and the second pass of the kit. */
  around(pass: Pass<object>): readonly Pass<object>[] {
    const before = definePass({
      name: "ask-before",
      runOnOperation: (_op: object, context) => {
        context.getAnalysis(this.#state);
        for (const analysis of this.#analyses) context.getAnalysis(analysis);
        context.markAllAnalysesPreserved();
      },
    });
    const after = definePass({
      name: "ask-after",
      runOnOperation: (op: object, context) => {
        this.#compare(op, context as unknown as PassContext<object>);
        context.markAllAnalysesPreserved();
      },
    });
    return [before.create(), pass, after.create()];
  }

  #compare(op: object, context: PassContext<object>): void {
    const state = context.getCachedAnalysis(this.#state);
    if (state !== undefined && state !== computeAnew(this.#adapter, this.#state, op)?.value) {
      this.violations.push({ op, analysis: undefined });
      return;
    }
    for (const analysis of this.#analyses) {
      const cached = context.getCachedAnalysis(analysis);
      if (cached === undefined) continue;
      const one = computeAnew(this.#adapter, analysis, op);
      const other = computeAnew(this.#adapter, analysis, op);
      if (one === undefined || !isDeepStrictEqual(one.value, other?.value)) continue;
      if (!isDeepStrictEqual(cached, one.value)) this.violations.push({ op, analysis: analysis.name });
    }
  }
}
