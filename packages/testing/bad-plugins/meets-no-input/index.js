import { definePass, definePlugin, PassType } from "@passwright/sdk";

// Wrong: neither the kit nor this folder has an input that the pass can run on, so the pass cannot be tested.
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
