import { definePlugin } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.js";

export default definePlugin({
  name: "template-package",
  passes: [templatePass],
  insert: [{ pass: templatePass, after: "convertColors", reason: "all spellings of a color are one by then" }],
  // Ordering constraints relative to other plugins:
  rules: [{ pass: "template-pass", before: "mergePaths", strong: true, reason: "paths of one color are merged" }],
});
