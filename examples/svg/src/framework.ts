import { defineFramework } from "@passwright/sdk";
import { cleanupIds, removeComments, roundPaths, sortAttributes } from "./passes.ts";
import { svg } from "./svg.ts";

/** SVG optimizer that plugins can extend. */
export default defineFramework({
  name: "svg-optimizer",
  ir: svg,
  extensionPoints: { "paths.end": { since: "0.1", doc: "paths are rounded, attributes are not sorted yet" } },
  passes: [removeComments],
  pipeline(b) {
    b.addPass(removeComments);
    b.addPass(cleanupIds);
    b.nestEverywhere("path").addPass(roundPaths);
    b.addExtensionPoint("paths.end");
    b.addPass(sortAttributes);
  },
});
