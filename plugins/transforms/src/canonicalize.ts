import type { Action } from "@passwright/core";
import { bool, definePass, int, list, oneOf, PassType, string } from "@passwright/sdk";
import { FrozenPatternSet, getCanonicalizationPatterns } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { GreedyDriver } from "@passwright/ir/store";

/**
 * Simplifies operations with the folders and patterns of their dialects until the IR no longer changes. Erases dead
 * operations and unreachable blocks. Precondition: any valid IR. Postcondition: the IR computes the same results. Fails
 * only if `test-convergence` is set and the last round still changed something.
 */
export const canonicalize = definePass({
  name: "canonicalize",
  ir: "mlir",
  displayName: "Canonicalizer",
  summary: "Canonicalize operations",
  types: [PassType.Cleanup],
  poorTarget: true,
  options: {
    "top-down": bool(true, "Seed the worklist in general top-down order"),
    "region-simplify": oneOf(
      ["disabled", "normal", "aggressive"],
      "normal",
      "Perform control flow optimizations to the region tree",
    ),
    "max-iterations": int(10, "Max. iterations between applying patterns / simplifying regions", { type: "long" }),
    "max-num-rewrites": int(-1, "Max. number of pattern rewrites within an iteration", { type: "long" }),
    "test-convergence": bool(false, "Test only: Fail pass on non-convergence to detect cyclic pattern"),
    "disable-patterns": list(
      string("", "a label"),
      "Labels of patterns that should be filtered out during application",
    ),
    "enable-patterns": list(
      string("", "a label"),
      "Labels of patterns that should be used during application, all other patterns are filtered out",
    ),
  },
  create(options) {
    // Reuses the driver and its tables for all functions of a module, because a module can have many small functions.
    let driver: GreedyDriver | undefined;
    let patterns: FrozenPatternSet | undefined;
    let dialectCount = 0;
    const actions: Action[][] = [];
    return {
      runOnOperation(op: Operation, pass) {
        const { context, store } = op;
        if (driver?.store !== store) {
          // Patterns change only when a dialect is registered. Reuse saves a third of the time for modules of 80 kB.
          if (patterns?.context !== context || dialectCount !== context.dialects.length) {
            dialectCount = context.dialects.length;
            patterns = new FrozenPatternSet(context, getCanonicalizationPatterns(context), {
              disabled: options["disable-patterns"],
              enabled: options["enable-patterns"],
            });
          }
          driver = new GreedyDriver(store, patterns, {
            useTopDownTraversal: options["top-down"],
            regionSimplification: options["region-simplify"],
            maxIterations: options["max-iterations"],
            maxNumRewrites: options["max-num-rewrites"],
          });
        }
        let hasConverged = true;
        op.regions.forEach((region, index) => {
          const { converged } = driver!.run(
            region.id,
            (number, iterate) => pass.runAction(actionOf(actions, number, index), iterate),
            pass.applyRewrite,
          );
          if (!converged) hasConverged = false;
        });
        if (options["test-convergence"] && !hasConverged) pass.signalPassFailure();
      },
    };
  },
});

/** Returns the action for an iteration on the region with index `region`. All operations share these objects. */
function actionOf(known: Action[][], iteration: number, region: number): Action {
  const tag = "GreedyPatternRewriteIteration";
  return ((known[region] ??= [])[iteration] ??= { tag, text: `${tag}(${iteration})`, region });
}
