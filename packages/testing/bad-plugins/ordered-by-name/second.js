import { definePass, definePlugin, PassType } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";

const pass = definePass({
  name: "mark-second",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation(func) {
    func.setAttr("mark", OpBuilder.before(func).getStringAttr("second"));
  },
});

// Writes the same attribute as the plugin `bad-ordered-by-name`.
export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBefore("arith-expand", pass),
});
