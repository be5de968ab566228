import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "simplify-regions",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the loop never ends.
  runOnOperation(func) {
    let isChanged = true;
    while (isChanged) isChanged = func.regions.length > 0;
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
