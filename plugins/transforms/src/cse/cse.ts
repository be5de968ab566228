import { definePass, PassType } from "@passwright/sdk";
import { dominance } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { CseDriver } from "./cse-driver.ts";

/**
 * Erases operations that compute what another one has computed already, and such as nobody uses.
 *
 * Before: any valid IR. After: no two operations of which one dominates the other and which have the same name,
 * attributes, operands and contents, if they do nothing, or only read and nothing is written in between.
 * It does not fold, and leaves alone what became dead by what it erased: run it again for that.
 */
export const cse = definePass({
  name: "cse",
  displayName: "CSE",
  summary: "Eliminate common sub-expressions",
  types: [PassType.Cleanup],
  poorTarget: true,
  statistics: {
    "num-cse'd": "Number of operations CSE'd",
    "num-dce'd": "Number of operations DCE'd",
  },
  create() {
    // Its tables are kept from one operation to the next, empty: a module has many functions, and each is small.
    let driver: CseDriver | undefined;
    return {
      runOnOperation(op: Operation, pass) {
        if (driver?.store !== op.store) driver = new CseDriver(op.store);
        const { merged, dead } = driver.run(op.id, pass.getAnalysis(dominance));
        pass.statistics["num-cse'd"].add(merged);
        pass.statistics["num-dce'd"].add(dead);
        if (merged === 0 && dead === 0) pass.markAllAnalysesPreserved();
        else pass.markAnalysesPreserved(dominance);
      },
    };
  },
});
