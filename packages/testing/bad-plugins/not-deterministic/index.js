import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "sign",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: two runs on the same input give two results.
  runOnOperation(func) {
    const signature = Math.random().toString(36);
    func.setAttr("signature", OpBuilder.before(func).getStringAttr(signature));
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
