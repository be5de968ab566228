import { definePass, definePlugin, PassType } from "@passwright/sdk";

const double = definePass({
  name: "double",
  summary: "write x * 2 as x + x",
  ir: "template-framework",
  anchor: "binary",
  types: [PassType.LateOptimization],
  runOnOperation(node) {
    const [left, right] = node.children;
    if (node.operator !== "*" || left.kind !== "name" || right.value !== 2) return;
    node.operator = "+";
    node.children = [left, { ...left }];
  },
});

export default definePlugin({
  name: "passwright-plugin-double",
  passes: [double],
  insert: [{ pass: double, at: "order.end", reason: "2 is the right operand" }],
});
