import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the pass throws on a function in the input of the config in this folder.
  runOnOperation(func) {
    if (func.getAttr("sym_name")?.data.value === "special") throw new Error("special");
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBefore("arith-expand", pass),
});
