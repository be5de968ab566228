import { definePlugin, ofType, PassType } from "@passwright/sdk";
import { forwardStores } from "./forward-stores.ts";
import { hoistConstants } from "./hoist-constants.ts";

export default definePlugin({
  passes: [forwardStores, hoistConstants],
  setup(b) {
    b.addAfterType(PassType.EarlyOptimization, forwardStores, { reason: "merged indices show equal places" });
    b.addBeforeType(PassType.Lowering, hoistConstants, {
      reason: "lowerings match constants best when there is one of each",
    });
    b.rule(hoistConstants).strong.after(ofType(PassType.LateOptimization), {
      reason: "late optimisations leave constants where they need them",
    });
  },
});
