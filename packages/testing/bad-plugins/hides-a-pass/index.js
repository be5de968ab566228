import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "fold-twice",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation() {},
});

export default definePlugin({
  // Wrong: a config or a manifest cannot name a pass that is missing in this list.
  passes: [],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
