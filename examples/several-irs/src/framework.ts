import { defineConversion, defineFramework, defineIr } from "@passwright/sdk";
import { conversionOf, hast, mdast } from "@passwright/unified";
import type { Nodes as HastNode, Root as HastRoot } from "hast";
import type { Nodes as MdastNode } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

/** Printed page, which is the root of the last IR. */
export interface Page {
  text: string;
}

/** IR of pages. A page is text without structure, represented as one operation. */
export const page = defineIr({
  name: "page",
  extensions: [".html"],
  root: "page",
  nameOf: (_page: Page) => "page",
  childrenOf: (_page: Page) => [],
  print: (root: Page) => root.text,
});

/** Conversion from Markdown to HTML with the unified plugin `remark-rehype`. */
const toHtml = conversionOf<MdastNode, HastNode>(remarkRehype as never, {
  name: "remark-rehype",
  from: mdast,
  to: hast,
});

const printer = unified().use(rehypeStringify).freeze();

/** Conversion from an HTML tree to a page: prints the tree as text. */
const toPage = defineConversion({
  name: "print-page",
  summary: "print the HTML",
  from: hast,
  to: page,
  convert: (root) => ({ text: printer.stringify(root as HastRoot) }),
});

/**
 * Framework that converts Markdown to HTML. Plugins can add passes on the Markdown, on the HTML, or on the text of the
 * page.
 */
export default defineFramework({
  name: "pages",
  ir: mdast,
  passes: [toHtml, toPage],
  pipeline(builder) {
    builder.addPass(toHtml);
    builder.addPass(toPage);
  },
});
