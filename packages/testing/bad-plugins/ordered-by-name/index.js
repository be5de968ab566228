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

// Wrong: in its own config, two plugins insert steps at this position that write the same attribute, and no rule orders them.
export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBefore("arith-expand", pass),
});
