import { definePlugin, PassType } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.ts";

export default definePlugin({
  passes: [templatePass],
  insert: [
    {
      pass: templatePass,
      before: "arith-expand",
      onMissing: { use: { beforeType: PassType.Lowering } },
      reason: "fewer operations to expand",
    },
  ],
  // Ordering constraints relative to other plugins: rules: [{ pass: "template-pass", after: "cse", strong: true, reason: "…" }]
});
