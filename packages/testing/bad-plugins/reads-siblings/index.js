import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "count-neighbours",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: the result of the pass depends on siblings, which other runs of passes can change.
  runOnOperation(func) {
    const builder = OpBuilder.before(func);
    const neighbours = [...func.block.operations].length;
    func.setAttr("neighbours", builder.getIntegerAttr(builder.getIndexType(), neighbours));
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
