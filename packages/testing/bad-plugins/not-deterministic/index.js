import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "assign-ids",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: two runs on the same input have different results.
  runOnOperation(func) {
    const id = Math.random().toString(36);
    func.setAttr("id", OpBuilder.before(func).getStringAttr(id));
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
