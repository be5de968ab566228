import { definePass } from "@passwright/sdk";
import type { Operation } from "@passwright/ir";

/**
 * Erases `cf.assert`. Before: anything. After: no assert is left in the function; what only computed their conditions is
 * left for a clean-up to remove.
 */
export const stripAsserts = definePass({
  name: "strip-asserts",
  summary: "erase cf.assert, for builds whose inputs are known to be good",
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
