import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  // Wrong: the type is mistyped. Without the check, the pass has a type that no other pass has.
  types: ["LateOptimisation"],
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
