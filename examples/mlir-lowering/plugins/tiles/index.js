import { definePlugin, ofType } from "@passwright/sdk";
import { mlirTool } from "@passwright/plugin-mlir-tools";

// The prefix `tiles-` avoids conflicts with the names under which the framework registers mlir-opt's passes.
const mlirOpt = mlirTool({ program: ["mlir-opt", "mlir-opt-22"], env: "PASSWRIGHT_MLIR_OPT", prefix: "tiles-" });

const foldUnitDims = mlirOpt.pass("linalg-fold-unit-extent-dims", {
  types: ["EarlyOptimization"],
  forbids: ["bufferized"],
  preserves: [],
});
const foldAliases = mlirOpt.pass("fold-memref-alias-ops", {
  types: ["LateOptimization"],
  requires: ["bufferized", "canonical"],
  invalidates: ["canonical"],
});
const promote = mlirOpt.pass("promote-buffers-to-stack", {
  types: ["LateOptimization"],
  anchor: "func.func",
  requires: ["bufferized"],
});
const expand = mlirOpt.pass("memref-expand", { types: ["LateOptimization"], requires: ["bufferized"] });

export default definePlugin({
  passes: [foldUnitDims, foldAliases, promote, expand],
  setup(b) {
    b.addAt("tensor.end", foldUnitDims, { reason: "kernels have no dimensions of size one" });
    b.addAfterType("Bufferization", foldAliases, { reason: "kernels are called on plain memrefs" });
    b.addAfterType("Bufferization", promote, { reason: "buffers inside kernels are small" });
    b.addBeforeType("lowering", expand, { reason: "lowerings do not know these operations" });
    b.rule(foldAliases).strong.after(ofType("Bufferization"), { reason: "it matches memrefs only" });
  },
});
