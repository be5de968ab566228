import { definePass } from "@passwright/sdk";

/** Example: counts the operations that the pass runs on. `anchor: "NAME"` limits the pass to operations named NAME. */
export const templatePass = definePass({
  name: "template-pass",
  summary: "count operations",
  statistics: { operations: "operations that the pass ran on" },
  runOnOperation(_node: object, pass) {
    pass.statistics.operations.add();
    pass.markAllAnalysesPreserved();
  },
});
