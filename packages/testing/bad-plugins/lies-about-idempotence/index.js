import { OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "extend-name",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: each run makes the attribute longer.
  idempotent: true,
  runOnOperation(func) {
    const { value = "" } = func.getAttr("mark")?.data ?? {};
    func.setAttr("mark", OpBuilder.before(func).getStringAttr(`${value}x`));
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
