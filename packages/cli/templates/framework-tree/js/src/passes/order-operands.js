import { definePass, PassType } from "@passwright/sdk";
import { language } from "../language.js";

/** Moves a number to the right operand of each `binary` node, because later passes look for numbers only there. */
export const orderOperands = definePass({
  name: "order-operands",
  summary: "write 2 + x as x + 2",
  ir: language,
  anchor: "binary",
  types: [PassType.Normalization],
  idempotent: true,
  statistics: { swapped: "operations with swapped operands" },
  runOnOperation(node, pass) {
    const [left, right] = node.children;
    if (node.operator === "-" || left.kind !== "literal" || right.kind === "literal") return;
    node.children = [right, left];
    pass.statistics.swapped.add();
  },
});
