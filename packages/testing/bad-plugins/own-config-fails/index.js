import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  // Wrong: the name is mistyped. The framework in the config of this folder has the pass `arith-expand`.
  setup: (builder) => void builder.addBefore("arith-expnd", pass),
});
