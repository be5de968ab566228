import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "mark-visited",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: it changes the function, so analyses of it may not be true any more.
  runOnOperation(func, pass) {
    func.setAttr("seen", OpBuilder.before(func).getUnitAttr());
    pass.markAllAnalysesPreserved();
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
