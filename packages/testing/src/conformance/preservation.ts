import { isDeepStrictEqual } from "node:util";
import { defineAnalysis, definePass, PassManager } from "@passwright/core";
import type { Analysis, IrAdapter, Pass, PassContext } from "@passwright/core";

/** A lie about what was preserved: an analysis by name, or `undefined` for "nothing was changed". */
export interface Lie {
  readonly op: object;
  readonly analysis: string | undefined;
}

/** The state of an operation as an analysis. No pass knows it, so it survives only those that preserve everything. */
function makeStateAnalysis(adapter: IrAdapter<object>): Analysis<object, string> {
  return defineAnalysis({
    name: "@passwright/testing/state",
    compute: (op: object) =>
      adapter.fingerprint?.(op).toString() ?? adapter.print?.(op, { generic: true, debugInfo: true }) ?? "",
  });
}

/** Computes an analysis as if nothing had been computed before. */
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
 * Puts a pass between two of ours: the first asks for the analyses, the second compares those that are still there with ones that
 * are computed anew. Analyses that differ from themselves (with functions in them, or filled on demand) are left out.
 */
export class PreservationTrial {
  readonly lies: Lie[] = [];
  readonly #adapter: IrAdapter<object>;
  readonly #analyses: readonly Analysis<object, unknown>[];
  readonly #state: Analysis<object, string>;

  constructor(adapter: IrAdapter<object>, analyses: readonly Analysis<object, unknown>[]) {
    this.#adapter = adapter;
    this.#analyses = analyses;
    this.#state = makeStateAnalysis(adapter);
  }

  /** The passes to run in place of `pass`. */
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
      this.lies.push({ op, analysis: undefined });
      return;
    }
    for (const analysis of this.#analyses) {
      const cached = context.getCachedAnalysis(analysis);
      if (cached === undefined) continue;
      const one = computeAnew(this.#adapter, analysis, op);
      const other = computeAnew(this.#adapter, analysis, op);
      if (one === undefined || !isDeepStrictEqual(one.value, other?.value)) continue;
      if (!isDeepStrictEqual(cached, one.value)) this.lies.push({ op, analysis: analysis.name });
    }
  }
}
