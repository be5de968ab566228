import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  insert: [
    {
      pass,
      // Wrong: the name is mistyped, so the alternative is always used.
      before: "arith-expnd",
      onMissing: { use: { beforeType: PassType.Lowering } },
      reason: "fewer operations to expand",
    },
  ],
});
