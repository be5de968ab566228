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
      reason: "merged indices show equal locations",
    },
    {
      pass: hoistConstants,
      beforeType: PassType.Lowering,
      onMissing: "skip",
      reason: "lowerings match merged constants best",
    },
  ],
  rules: [
    {
      pass: "hoist-constants",
      strong: true,
      after: { type: PassType.LateOptimization },
      reason: "late optimizations place constants where they use them",
    },
  ],
});
