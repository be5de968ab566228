import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "mark-visited",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the pass changes the function, so analyses of the function can be outdated.
  runOnOperation(func, pass) {
    func.setAttr("seen", OpBuilder.before(func).getUnitAttr());
    pass.markAllAnalysesPreserved();
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
