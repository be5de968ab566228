import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "cse",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the name belongs to a pass that others rely on.
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
