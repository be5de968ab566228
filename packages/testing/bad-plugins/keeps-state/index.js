import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

// Wrong: the number of a function depends on how many functions the pass ran on before.
let count = 0;
const pass = definePass({
  name: "number-functions",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation(func) {
    const builder = OpBuilder.before(func);
    func.setAttr("number", builder.getIntegerAttr(builder.getIndexType(), count++));
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
