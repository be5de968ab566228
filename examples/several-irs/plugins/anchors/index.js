import { definePass, definePlugin } from "@passwright/sdk";
import { fromUnified, hast } from "@passwright/unified";
import rehypeSlug from "rehype-slug";

const countLinks = definePass({
  name: "count-links",
  summary: "count links",
  ir: hast,
  anchor: "a",
  statistics: { links: "links" },
  runOnOperation: (_link, pass) => pass.statistics.links.add(),
});

/** Plugin that adds a rehype plugin as a pass, and a pass that runs on each link. */
export default definePlugin({
  name: "passwright-plugin-several-irs-anchors",
  passes: [fromUnified(rehypeSlug, { ir: hast, name: "rehype-slug" }), countLinks],
  insert: [
    { pass: "count-links", after: "remark-rehype" },
    { pass: "rehype-slug", end: true },
  ],
});
