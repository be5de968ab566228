import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  needs: { extensionPoints: ["after.codegen"] },
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
