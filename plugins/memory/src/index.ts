import { definePlugin, PassType } from "@passwright/sdk";
import { forwardStores } from "./forward-stores.ts";
import { hoistConstants } from "./hoist-constants.ts";

export default definePlugin({
  passes: [forwardStores, hoistConstants],
  insert: [
    {
      pass: forwardStores,
      afterType: PassType.EarlyOptimization,
      onMissing: "skip",
      reason: "merged indices show equal places",
    },
    {
      pass: hoistConstants,
      beforeType: PassType.Lowering,
      onMissing: "skip",
      reason: "lowerings match constants best when there is one of each",
    },
  ],
  rules: [
    {
      pass: "hoist-constants",
      strong: true,
      after: { type: PassType.LateOptimization },
      reason: "late optimisations leave constants where they need them",
    },
  ],
});
