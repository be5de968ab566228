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
    // Wrong: the name is mistyped. A plugin in the config of this folder has the pass `strength-reduce`.
    builder.rule(pass).strong.before("strength-redcue", { reason: "it expects simplified loops" });
  },
});
