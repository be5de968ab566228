import { definePass, definePlugin, PassType } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";

const pass = definePass({
  name: "mark-first",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation(func) {
    func.setAttr("mark", OpBuilder.before(func).getStringAttr("first"));
  },
});

// Wrong: another plugin inserts a pass that writes the same attribute at this position, and no rule orders the two.
export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBefore("arith-expand", pass),
});
