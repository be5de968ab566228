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
    // Wrong: `strength-reduce`, a pass of a plugin in its own config.
    builder.rule(pass).strong.before("strength-redcue", { reason: "it expects simplified loops" });
  },
});
