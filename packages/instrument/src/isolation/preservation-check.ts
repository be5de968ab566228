import { definePass, PassManager, UsageError } from "@passwright/core";
import type { Analysis, InstrumentedPass, Instrumentation, IrAdapter } from "@passwright/core";
import { brokePreservation } from "../errors.ts";
import { isSameValue } from "./same-value.ts";
import { describeOp } from "./siblings.ts";

/** What {@link verifyPreservation} may use beside the adapter. */
export interface PreservationOptions<Op extends object> {
  /** Finds an analysis by the name that a declaration has. Those that the run computed are known without it. */
  readonly find?: (name: string) => Analysis<Op, unknown> | undefined;
}

/** What a pass said that it preserves, as it was before it. */
interface Claim<Op extends object> {
  readonly analysis: Analysis<Op, unknown>;
  readonly value: unknown;
}

/**
 * Makes an instrumentation that ends the run when a pass does not preserve an analysis that its declaration lists under
 * `preserves`: each is computed anew before and after the pass, and has to show the same. Analyses that never show the same
 * twice, and names that are no analyses but properties, are left out. Passes that declare nothing cost nothing.
 */
export function verifyPreservation<Op extends object>(
  adapter: IrAdapter<Op>,
  { find }: PreservationOptions<Op> = {},
): Instrumentation<Op> {
  const seen = new Map<string, Analysis<Op, unknown>>();
  const open: (readonly Claim<Op>[])[] = [];
  const claimsOf = (pass: InstrumentedPass, op: Op): readonly Claim<Op>[] =>
    (pass.pass?.declaration.preserves ?? []).flatMap((name) => {
      const analysis = seen.get(name) ?? find?.(name);
      const first = analysis === undefined ? undefined : computeAnew(adapter, analysis, op);
      if (analysis === undefined || first === undefined) return [];
      return isSameValue(first.value, computeAnew(adapter, analysis, op)?.value) ? [{ analysis, ...first }] : [];
    });
  return {
    name: "preservation check",
    beforeAnalysis: (analysis) => void seen.set(analysis.name, analysis),
    beforePass(pass, op) {
      if (!pass.isAdaptor) open.push(claimsOf(pass, op));
    },
    afterPass(pass, op) {
      if (pass.isAdaptor) return;
      for (const { analysis, value } of open.pop() ?? []) {
        const now = computeAnew(adapter, analysis, op);
        if (now !== undefined && isSameValue(value, now.value)) continue;
        const at = adapter.locationOf?.(op);
        throw new UsageError(
          brokePreservation({ pass: pass.argument, on: describeOp(adapter, op), at }, analysis.name),
        );
      }
    },
    // What a pass leaves that fails is used by nobody.
    afterPassFailed: ({ isAdaptor }) => void (isAdaptor || open.pop()),
  };
}

/** Computes an analysis as if nothing had been computed before; nothing where it throws. */
function computeAnew<Op extends object>(
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
