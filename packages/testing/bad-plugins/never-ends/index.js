import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "wait",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the walk starts again each time, and finds the same operation.
  runOnOperation(func) {
    let isChanged = true;
    while (isChanged) isChanged = func.regions.length > 0;
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
