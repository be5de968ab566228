import { defineConversion, defineFramework, defineIr } from "@passwright/sdk";
import { conversionOf, hast, mdast } from "@passwright/unified";
import type { Nodes as HastNode, Root as HastRoot } from "hast";
import type { Nodes as MdastNode } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

/** The finished page. */
export interface Page {
  text: string;
}

/** Text without structure: one operation. */
export const page = defineIr({
  name: "page",
  extensions: [".html"],
  root: "page",
  nameOf: (_page: Page) => "page",
  childrenOf: (_page: Page) => [],
  print: (root: object) => (root as Page).text,
});

/** A plugin of unified as a conversion. */
const toHtml = conversionOf<MdastNode, HastNode>(remarkRehype as never, {
  name: "remark-rehype",
  from: mdast,
  to: hast,
});

const printer = unified().use(rehypeStringify).freeze();

/** Prints the tree of a page. */
const toPage = defineConversion({
  name: "print-page",
  summary: "print the HTML",
  from: hast,
  to: page,
  convert: (root) => ({ text: printer.stringify(root as HastRoot) }),
});

/** Markdown to HTML. Plugins add passes on the Markdown, on the HTML, and on the text of the page. */
export default defineFramework({
  name: "pages",
  ir: mdast,
  passes: [toHtml, toPage],
  pipeline(builder) {
    builder.addPass(toHtml);
    builder.addPass(toPage);
  },
});
