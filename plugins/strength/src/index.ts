import { definePlugin, ofType, PassType } from "@passwright/sdk";
import { strengthReduce } from "./strength-reduce.ts";

export default definePlugin({
  passes: [strengthReduce],
  setup(b) {
    const placed = b.addBefore("arith-expand", strengthReduce, {
      reason: "a rounding division by a power of two is one shift",
    });
    // A framework that lowers arithmetic with something else has a lowering all the same.
    if (!placed.ok) b.addBeforeType(PassType.Lowering, strengthReduce);
    b.rule(strengthReduce).strong.before(ofType(PassType.Lowering), {
      reason: "a rounding division is not recognised once it is expanded",
    });
  },
});
