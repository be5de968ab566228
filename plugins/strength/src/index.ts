import { definePlugin, PassType } from "@passwright/sdk";
import { strengthReduce } from "./strength-reduce.ts";

export default definePlugin({
  passes: [strengthReduce],
  insert: [
    {
      pass: strengthReduce,
      before: "arith-expand",
      // If the pipeline does not contain `arith-expand`, inserts the pass before all lowering passes.
      onMissing: { use: { beforeType: PassType.Lowering } },
      reason: "a rounding division by a power of two is one shift",
    },
  ],
  rules: [
    {
      pass: "strength-reduce",
      strong: true,
      before: { type: PassType.Lowering },
      reason: "expanded rounding divisions are not recognized",
    },
  ],
});
