import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation() {
    // Wrong: nothing awaits the promise, so the run succeeds although the pass failed.
    void Promise.reject(new Error("not implemented"));
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
