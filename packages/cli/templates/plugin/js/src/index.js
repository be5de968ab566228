import { definePlugin, PassType } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.js";

export default definePlugin({
  passes: [templatePass],
  insert: [
    {
      pass: templatePass,
      before: "arith-expand",
      onMissing: { use: { beforeType: PassType.Lowering } },
      reason: "what is gone need not be expanded",
    },
  ],
  // What must hold, whatever other plugins do: rules: [{ pass: "template-pass", after: "cse", strong: true, reason: "…" }]
});
