import { definePass, definePlugin, PassType } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";

const pass = definePass({
  name: "look-ahead",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the order in which a pass runs on functions is not specified.
  runOnOperation(func) {
    const builder = OpBuilder.before(func);
    if (func.next?.hasAttr("seen")) func.setAttr("late", builder.getUnitAttr());
    func.setAttr("seen", builder.getUnitAttr());
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
