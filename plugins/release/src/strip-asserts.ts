import { definePass } from "@passwright/sdk";
import type { Operation } from "@passwright/ir";

/**
 * Erases `cf.assert`. Requires: nothing. Afterwards: the function has no asserts; a clean-up has to remove unused
 * computations of their conditions.
 */
export const stripAsserts = definePass({
  name: "strip-asserts",
  summary: "erase cf.assert, for builds with trusted inputs",
  anchor: "func.func",
  statistics: { erased: "asserts erased" },
  runOnOperation(func: Operation, pass) {
    const asserts: Operation[] = [];
    func.walk((op) => {
      if (op.name === "cf.assert") asserts.push(op);
    });
    if (asserts.length === 0) pass.markAllAnalysesPreserved();
    for (const op of asserts) op.erase();
    pass.statistics.erased.add(asserts.length);
  },
});
