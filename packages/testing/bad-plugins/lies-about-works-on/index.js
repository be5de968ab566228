import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "mark-allocations",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the pass also changes functions that do not contain a `memref.alloc` operation.
  worksOn: ["memref.alloc"],
  runOnOperation(func) {
    func.setAttr("seen", OpBuilder.before(func).getUnitAttr());
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
