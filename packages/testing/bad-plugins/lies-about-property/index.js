import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "pretend-bufferization",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  provides: ["bufferized"],
  // Wrong: the pass declares that it removes all tensors, but does nothing.
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
