import { isDeepStrictEqual } from "node:util";
import { defineAnalysis, definePass, PassManager } from "@passwright/core";
import type { Analysis, IrAdapter, Pass, PassContext } from "@passwright/core";

/** Wrong declaration: an analysis that is not preserved, or `undefined` for "nothing was changed". */
export interface Violation {
  readonly op: object;
  readonly analysis: string | undefined;
}

/**
 * Returns an analysis whose value is the state of an operation. Unknown to passes, so it survives only passes that
 * preserve everything.
 */
function makeStateAnalysis(adapter: IrAdapter<object>): Analysis<object, string> {
  return defineAnalysis({
    name: "@passwright/testing/state",
    compute: (op: object) =>
      adapter.fingerprint?.(op).toString() ?? adapter.print?.(op, { generic: true, debugInfo: true }) ?? "",
  });
}

/** Computes an analysis without using cached ones. */
function computeAnew(
  adapter: IrAdapter<object>,
  analysis: Analysis<object, unknown>,
  op: object,
): { value: unknown } | undefined {
  let result: { value: unknown } | undefined;
  const ask = definePass({
    name: "ask",
    runOnOperation(_op: object, pass) {
      result = { value: pass.getAnalysis(analysis) };
      pass.markAllAnalysesPreserved();
    },
  });
  const manager = new PassManager(adapter);
  manager.verifyEach = false;
  manager.addPass(ask).run(op);
  return result;
}

/**
 * Runs a pass between two passes of the kit: the first computes the analyses, the second compares those that survived
 * with new ones. Ignores analyses whose values are never equal (with functions in them, or filled on demand).
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

  /** Returns the passes to run instead of `pass`. */
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
