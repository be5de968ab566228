import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation() {},
});

export default definePlugin({
  passes: [pass],
  setup(builder) {
    builder.addBeforeType(PassType.Lowering, pass);
    // Wrong: `loop-invariant-code-motion`, a pass of another plugin.
    builder.rule(pass).strong.before("loop-invariant-code-moton", { reason: "it expects simplified loops" });
  },
});
