import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "give-up",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: a library does not decide that the program ends.
  runOnOperation() {
    process.exit(1);
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
