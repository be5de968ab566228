import { definePlugin } from "@passwright/sdk";
import { stripAsserts } from "./strip-asserts.ts";

// The plugin consists of data, so a plan can be made from the manifest without running this file.
export default definePlugin({
  passes: [stripAsserts],
  needs: { extensionPoints: ["checks.end"] },
  insert: [{ pass: stripAsserts, at: "checks.end", reason: "earlier passes used the conditions of the checks" }],
});
