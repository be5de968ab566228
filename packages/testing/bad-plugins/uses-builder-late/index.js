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
    // Wrong: the pipeline is resolved when `setup` returns, so the call throws.
    setImmediate(() => builder.addAfterType(PassType.Lowering, pass));
  },
});
