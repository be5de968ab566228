import { definePlugin } from "@passwright/sdk";
import { stripAsserts } from "./strip-asserts.ts";

// The plugin consists only of data, so the manifest is sufficient to make a plan. Planning does not run this file.
export default definePlugin({
  passes: [stripAsserts],
  needs: { extensionPoints: ["checks.end"] },
  insert: [{ pass: stripAsserts, at: "checks.end", reason: "earlier passes used the conditions of the checks" }],
});
