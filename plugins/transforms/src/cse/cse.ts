import { definePass, PassType } from "@passwright/sdk";
import { dominance } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { CseDriver } from "./cse-driver.ts";

/**
 * Erases operations that compute the same result as a dominating operation, and erases unused operations. Precondition:
 * any valid IR. Postcondition: an operation without effects does not dominate another operation with the same name,
 * attributes, operands and contents. The same applies to operations that only read, if no operation between them
 * writes. Does not fold operations. Does not erase operations that become dead during the run: a second run erases
 * these operations.
 */
export const cse = definePass({
  name: "cse",
  ir: "mlir",
  displayName: "CSE",
  summary: "Eliminate common sub-expressions",
  types: [PassType.Cleanup],
  poorTarget: true,
  statistics: {
    "num-cse'd": "Number of operations CSE'd",
    "num-dce'd": "Number of operations DCE'd",
  },
  create() {
    // Reuses the driver and its tables for all functions of a module, because a module can have many small functions.
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
