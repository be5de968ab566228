import { definePass, definePlugin, PassType } from "@passwright/sdk";

const pass = definePass({
  name: "drop-returns",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  // Wrong: a block of a function ends with a terminator.
  runOnOperation(func) {
    const found = [];
    func.walk((op) => {
      if (op.name === "func.return") found.push(op);
    });
    for (const op of found) op.erase();
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
