import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "expect-return",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: a function without a body does not have a last operation.
  runOnOperation(func) {
    if (func.regions[0].front.back.name !== "func.return") throw new Error("no return");
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
