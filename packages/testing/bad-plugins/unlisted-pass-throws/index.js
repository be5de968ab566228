import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation() {
    throw new Error("not implemented");
  },
});

// Wrong: the pass throws. The kit finds the pass, although only `insert` names it.
export default definePlugin({
  passes: [],
  insert: [{ pass, beforeType: PassType.Lowering, reason: "lowered operations cannot be tidied" }],
});
