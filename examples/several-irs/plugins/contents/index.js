import { definePlugin } from "@passwright/sdk";
import { fromUnified, mdast } from "@passwright/unified";
import remarkToc from "remark-toc";

/** A plugin of remark. By default, it runs at the end of the passes on Markdown. */
export default definePlugin({
  name: "passwright-plugin-several-irs-contents",
  passes: [fromUnified(remarkToc, { ir: mdast, name: "remark-toc" })],
  insert: [{ pass: "remark-toc", end: true }],
});
