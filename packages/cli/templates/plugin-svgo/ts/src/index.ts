import { definePlugin } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.ts";

export default definePlugin({
  name: "template-package",
  passes: [templatePass],
  insert: [{ pass: templatePass, after: "convertColors", reason: "all spellings of a color are equal at this point" }],
  // Ordering constraints relative to other plugins:
  rules: [
    { pass: "template-pass", before: "mergePaths", strong: true, reason: "mergePaths merges paths of equal color" },
  ],
});
