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
    // Wrong: the name is mistyped. Another plugin has the pass `loop-invariant-code-motion`.
    builder.rule(pass).strong.before("loop-invariant-code-moton", { reason: "it expects simplified loops" });
  },
});
