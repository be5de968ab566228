import { definePass, definePlugin, PassType } from "@passwright/sdk";

// Wrong: neither the kit nor this folder has anything on which the pass could run, so that nothing says whether it is good.
const pass = definePass({
  name: "shrink-kernels",
  anchor: "gpu.module",
  types: [PassType.LateOptimization],
  runOnOperation: () => undefined,
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
