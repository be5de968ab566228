import { definePass, PassType } from "@passwright/sdk";

const isZero = (value) => value.definingOp?.getAttr("value")?.data.value === 0n;

/** Something to start from: it erases additions of zero. */
export const templatePass = definePass({
  name: "template-pass",
  summary: "x + 0 is x",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  statistics: { dropped: "additions dropped" },
  runOnOperation(func, pass) {
    func.walk((op) => {
      if (op.name !== "arith.addi" || !isZero(op.getOperand(1))) return;
      op.replaceAllUsesWith([op.getOperand(0)]);
      op.erase();
      pass.statistics.dropped.add();
    });
  },
});
