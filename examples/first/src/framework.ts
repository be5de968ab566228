import { defineFramework, PassType, syncBailHook } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
import { arithExpand, cse, symbolDce } from "@passwright/plugin-transforms";
import { specializeDimensions } from "./specialize-dimensions.ts";
import type { Dimension } from "./specialize-dimensions.ts";

export type { Dimension };

/**
 * Framework `kiln`, which compiles kernels. A kernel is a function with loops over memrefs. The framework replaces
 * arithmetic operations of kernels with simpler operations that all back ends support.
 */
export default defineFramework({
  name: "kiln",
  ir: mlir,
  anchor: "builtin.module",
  extensionPoints: {
    "checks.end": { since: "0.1", doc: "run-time checks are no longer needed" },
  },
  hooks: {
    dimension: {
      ...syncBailHook<[dimension: Dimension], number>("dimension"),
      doc: "the size of a dynamic dimension of an argument; undefined if the plugin does not know it",
    },
  },
  pipeline(b, { hooks }) {
    const functions = b.nest("func.func");
    functions.addPass(specializeDimensions(hooks.dimension));
    functions.addPass(cse, { types: [PassType.EarlyOptimization], reason: "unrolling creates duplicates" });
    functions.addExtensionPoint("checks.end");
    functions.addPass(arithExpand);
    functions.addPass(cse);
    b.addPass(symbolDce);
  },
});
