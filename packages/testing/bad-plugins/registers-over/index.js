import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "cse",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: another plugin already has a pass with this name.
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
