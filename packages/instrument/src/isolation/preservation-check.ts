import { definePass, mustBeTable, PassManager, UsageError } from "@passwright/core";
import type { Analysis, InstrumentedPass, InstrumentedRun, Instrumentation, IrAdapter } from "@passwright/core";
import { checkArgument } from "../check-argument.ts";
import { currentIr } from "../current-ir.ts";
import { brokePreservation } from "../errors.ts";
import { isSameValue } from "./same-value.ts";
import { passOn } from "./siblings.ts";

/** Options of {@link verifyPreservation}. */
export interface PreservationOptions<Op extends object> {
  /** Finds an analysis by its name in `preserves`. Default: searches the analyses that the run has computed. */
  readonly find?: (name: string) => Analysis<Op, unknown> | undefined;
}

/** Analysis that a pass declares in `preserves`, with the value of the analysis before the pass. */
interface Claim<Op extends object> {
  readonly analysis: Analysis<Op, unknown>;
  readonly value: unknown;
}

/**
 * Makes an instrumentation that ends the run if a pass changes the value of an analysis that the pass declares in
 * `preserves`. Computes each declared analysis before and after the pass. Ignores names of properties, and analyses
 * whose values are never equal. Does not slow down passes without `preserves`.
 */
export function verifyPreservation<Op extends object>(
  adapter: IrAdapter<Op>,
  { find }: PreservationOptions<Op> = {},
): Instrumentation<Op> {
  checkArgument("`verifyPreservation`", mustBeTable, adapter, "adapter");
  let run: InstrumentedRun<Op> | undefined;
  const current = (): IrAdapter<Op> => currentIr(adapter, run, "the preservation check");
  const seen = new Map<string, Analysis<Op, unknown>>();
  const open: (readonly Claim<Op>[])[] = [];
  const claimsOf = (pass: InstrumentedPass, op: Op): readonly Claim<Op>[] =>
    (pass.pass?.declaration.preserves ?? []).flatMap((name) => {
      const analysis = seen.get(name) ?? find?.(name);
      const first = analysis === undefined ? undefined : computeAnew(current(), analysis, op);
      if (analysis === undefined || first === undefined) return [];
      return isSameValue(first.value, computeAnew(current(), analysis, op)?.value) ? [{ analysis, ...first }] : [];
    });
  return {
    name: "preservation check",
    beforeRun: (_op, started) => void (run = started),
    beforeAnalysis: (analysis) => void seen.set(analysis.name, analysis),
    beforePass(pass, op) {
      if (!pass.isAdaptor) open.push(claimsOf(pass, op));
    },
    afterPass(pass, op) {
      if (pass.isAdaptor) return;
      for (const { analysis, value } of open.pop() ?? []) {
        const now = computeAnew(current(), analysis, op);
        if (now !== undefined && isSameValue(value, now.value)) continue;
        throw new UsageError(brokePreservation(passOn(current(), pass, op), analysis.name));
      }
    },
    // Does not compare the values of analyses after a failed pass, because no later pass uses these values.
    afterPassFailed: ({ isAdaptor }) => void (isAdaptor || open.pop()),
  };
}

/** Computes an analysis again. Ignores cached values of all analyses. Returns `undefined` if the computation throws. */
export function computeAnew<Op extends object>(
  adapter: IrAdapter<Op>,
  analysis: Analysis<Op, unknown>,
  op: Op,
): { readonly value: unknown } | undefined {
  let found: { readonly value: unknown } | undefined;
  const ask = definePass({
    name: "ask",
    runOnOperation(_op: Op, pass) {
      found = { value: pass.getAnalysis(analysis) };
      pass.markAllAnalysesPreserved();
    },
  });
  const manager = new PassManager(adapter);
  manager.verifyEach = false;
  manager.addPass(ask).run(op);
  return found;
}
