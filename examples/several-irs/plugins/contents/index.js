import { definePlugin } from "@passwright/sdk";
import { fromUnified, mdast } from "@passwright/unified";
import remarkToc from "remark-toc";

/** Plugin that adds a remark plugin as a pass at the end of the passes on Markdown. */
export default definePlugin({
  name: "passwright-plugin-several-irs-contents",
  passes: [fromUnified(remarkToc, { ir: mdast, name: "remark-toc" })],
  insert: [{ pass: "remark-toc", end: true }],
});
