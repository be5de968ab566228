import type { Action } from "@passwright/core";
import { bool, definePass, int, list, oneOf, PassType, string } from "@passwright/sdk";
import { FrozenPatternSet, getCanonicalizationPatterns } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { GreedyDriver } from "@passwright/ir/store";

/**
 * Brings operations into the form that their dialects consider the simplest, with folders and patterns, until nothing
 * changes any more. Operations that nobody needs go, and so do unreachable blocks.
 *
 * Before: any valid IR. After: the same computation. The pass does not fail unless it was asked to when it ends with
 * something left to do (`test-convergence`).
 */
export const canonicalize = definePass({
  name: "canonicalize",
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
    // The driver's tables are kept from one operation to the next: a module has many functions, and each is small.
    let driver: GreedyDriver | undefined;
    const actions: Action[][] = [];
    return {
      runOnOperation(op: Operation, pass) {
        if (driver?.store !== op.store) {
          const patterns = new FrozenPatternSet(op.context, getCanonicalizationPatterns(op.context), {
            disabled: options["disable-patterns"],
            enabled: options["enable-patterns"],
          });
          driver = new GreedyDriver(op.store, patterns, {
            useTopDownTraversal: options["top-down"],
            regionSimplification: options["region-simplify"],
            maxIterations: options["max-iterations"],
            maxNumRewrites: options["max-num-rewrites"],
          });
        }
        let hasConverged = true;
        op.regions.forEach((region, index) => {
          const { converged } = driver!.run(region.id, (number, iterate) =>
            pass.runAction(actionOf(actions, number, index), iterate),
          );
          if (!converged) hasConverged = false;
        });
        if (options["test-convergence"] && !hasConverged) pass.signalPassFailure();
      },
    };
  },
});

/** One object for all operations: most are done after two iterations. */
function actionOf(known: Action[][], iteration: number, region: number): Action {
  const tag = "GreedyPatternRewriteIteration";
  return ((known[region] ??= [])[iteration] ??= { tag, text: `${tag}(${iteration})`, region });
}
