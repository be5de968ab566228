import { definePlugin, optional, string } from "@passwright/sdk";
import { fromUnified, hast, mdast } from "@passwright/unified";
import remarkToc from "remark-toc";

/** Ordinary rehype plugin that adds a section sign before each section heading. */
function sectionSigns() {
  return (tree) => {
    for (const node of tree.children) if (node.tagName === "h2") node.children.unshift({ type: "text", value: "§ " });
  };
}

const options = { heading: optional(string("", "heading of the list of contents")) };
const contents = fromUnified(remarkToc, { ir: mdast, options });
const signs = fromUnified(sectionSigns, { ir: hast, name: "section-signs" });

export default definePlugin({
  name: "passwright-plugin-handbook",
  passes: [contents, signs],
  options,
  setup(builder, { options: { heading } }) {
    builder.addAt("markdown.begin", contents, { options: { heading }, reason: "the list of contents is Markdown" });
    builder.addAfter("rehype-slug", signs, { reason: "ids are made of headings without signs" });
  },
});
