import { definePlugin } from "@passwright/sdk";
import { templatePass } from "./passes/template-pass.js";

export default definePlugin({
  name: "template-package",
  passes: [templatePass],
  // Replace this with the position that your pass needs, and with the reason for the position.
  insert: [{ pass: templatePass, at: "template-point", reason: "an example of a position" }],
});
