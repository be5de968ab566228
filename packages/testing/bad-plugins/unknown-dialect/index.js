import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the IR does not define this dialect, so no pipeline with the pass can start.
  dependentDialects: ["arithmetic"],
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
