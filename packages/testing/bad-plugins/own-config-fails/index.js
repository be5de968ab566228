import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  // Wrong: kiln, which its own config is for, has `arith-expand`.
  setup: (builder) => void builder.addBefore("arith-expnd", pass),
});
