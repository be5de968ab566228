import { definePlugin } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.js";

export default definePlugin({
  name: "template-package",
  passes: [templatePass],
  insert: [
    {
      pass: templatePass,
      after: "rehype-slug",
      onMissing: { use: { at: "html.end" } },
      reason: "ids are made of the headings without the mark",
    },
  ],
  // Ordering constraints relative to other plugins: rules: [{ pass: "template-pass", before: "rehype-raw", strong: true, reason: "…" }]
});
