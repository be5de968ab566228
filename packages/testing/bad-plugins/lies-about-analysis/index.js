import { defineAnalysis, definePass, definePlugin, PassType } from "@passwright/sdk";

const asserts = defineAnalysis({
  name: "example/asserts",
  compute(func) {
    let count = 0;
    func.walk((op) => {
      if (op.name === "cf.assert") count++;
    });
    return { count };
  },
});

const pass = definePass({
  name: "drop-asserts",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  preserves: ["example/asserts"],
  // Wrong: `preserves` names the analysis, but the pass erases the operations that the analysis counts.
  runOnOperation(func, pass) {
    pass.getAnalysis(asserts);
    const found = [];
    func.walk((op) => {
      if (op.name === "cf.assert") found.push(op);
    });
    for (const op of found) op.erase();
  },
});

export default definePlugin({
  passes: [pass],
  setup: (builder) => void builder.addBeforeType(PassType.Lowering, pass),
});
