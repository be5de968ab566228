import { definePlugin } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.ts";

export default definePlugin({
  name: "template-package",
  passes: [templatePass],
  insert: [
    {
      pass: templatePass,
      before: "autoprefixer",
      onMissing: { use: { at: "plugins.end" } },
      reason: "prefixes depend on values",
    },
  ],
  // Ordering constraints relative to other plugins: rules: [{ pass: "template-pass", after: "postcss-nested", strong: true, reason: "…" }]
});
