import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "tidy",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the input of its own config has a function of this name.
  runOnOperation(func) {
    if (func.getAttr("sym_name")?.data.value === "special") throw new Error("special");
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBefore("arith-expand", pass),
});
