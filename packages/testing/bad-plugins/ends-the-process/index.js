import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "lower-calls",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: a plugin must not end the process.
  runOnOperation() {
    process.exit(1);
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
