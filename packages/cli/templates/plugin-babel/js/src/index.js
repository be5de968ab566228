import { definePlugin } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.js";

export default definePlugin({
  name: "template-package",
  passes: [templatePass],
  insert: [
    {
      pass: templatePass,
      before: "transform-template-literals",
      onMissing: { use: { at: "plugins.begin" } },
      reason: "removed calls need no converted templates",
    },
  ],
  // Ordering constraints relative to other plugins: rules: [{ pass: "template-pass", before: "transform-classes", strong: true, reason: "…" }]
});
