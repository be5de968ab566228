import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "check-names",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the condition refuses all functions.
  runOnOperation(func, pass) {
    if (func.name === "func.func") pass.emitError("the function does not have a valid name");
    pass.signalPassFailure();
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
