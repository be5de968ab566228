import { definePass, definePlugin, PassType } from "@passwright/sdk";

// Wrong: each process makes a different plan, because the name is random.
const pass = definePass({
  name: `probe-${Math.random().toString(36).slice(2)}`,
  anchor: "func.func",
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
