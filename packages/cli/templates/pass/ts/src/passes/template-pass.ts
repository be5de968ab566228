import { definePass, type PassDefinition, PassType } from "@passwright/sdk";
import { type Operation, type Value } from "@passwright/ir";

function isZero(value: Value): boolean {
  const constant = value.definingOp?.getAttr("value")?.data;
  return constant?.kind === "integer" && constant.value === 0n;
}

/** Something to start from: it erases additions of zero. */
export const templatePass: PassDefinition<Operation> = definePass({
  name: "template-pass",
  summary: "x + 0 is x",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  statistics: { dropped: "additions dropped" },
  runOnOperation(func: Operation, pass) {
    func.walk((op) => {
      if (op.name !== "arith.addi" || !isZero(op.getOperand(1))) return;
      op.replaceAllUsesWith([op.getOperand(0)]);
      op.erase();
      pass.statistics.dropped.add();
    });
  },
});
