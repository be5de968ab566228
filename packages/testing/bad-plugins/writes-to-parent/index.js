import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "mark-module",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: a pass on functions must not change the module.
  runOnOperation(func) {
    const builder = OpBuilder.before(func);
    func.parentOp?.setAttr("has_functions", builder.getUnitAttr());
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
