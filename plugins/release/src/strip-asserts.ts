import { definePass } from "@passwright/sdk";
import type { Operation } from "@passwright/ir";

/**
 * Erases `cf.assert`. Precondition: none. Postcondition: the function does not contain `cf.assert`. Keeps the
 * operations that compute the conditions, because a cleanup pass can erase these operations.
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
