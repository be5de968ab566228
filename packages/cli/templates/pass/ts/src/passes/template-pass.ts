import { definePass, int, PassType } from "@passwright/sdk";
import type { Operation, Value } from "@passwright/ir";

function isZero(value: Value): boolean {
  const constant = value.definingOp?.getAttr("value")?.data;
  return constant?.kind === "integer" && constant.value === 0n;
}

/** Example: erases additions of zero. */
export const templatePass = definePass({
  name: "template-pass",
  summary: "replace x + 0 with x",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  options: { limit: int(-1, "maximum number of additions to drop; -1: no limit") },
  statistics: { dropped: "dropped additions" },
  runOnOperation(func: Operation, pass) {
    let left = pass.options.limit;
    func.walk((op) => {
      if (left === 0 || op.name !== "arith.addi" || !isZero(op.getOperand(1))) return;
      op.replaceAllUsesWith([op.getOperand(0)]);
      op.erase();
      left--;
      pass.statistics.dropped.add();
    });
  },
});
