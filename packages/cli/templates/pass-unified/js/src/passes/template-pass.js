import { PassType, string } from "@passwright/sdk";
import { fromUnified, hast } from "@passwright/unified";
import { visit } from "unist-util-visit";

/** Example: an ordinary plugin of rehype that marks headings. For a plugin of remark, `ir` is `mdast`. */
const plugin =
  ({ mark = "§" }) =>
  (tree) => {
    visit(tree, "element", ({ tagName, children }) => {
      if (tagName === "h2") children.unshift({ type: "text", value: `${mark} ` });
    });
  };

export const templatePass = fromUnified(plugin, {
  ir: hast,
  name: "template-pass",
  summary: "mark headings",
  types: [PassType.LateOptimization],
  options: { mark: string("§", "the text before a heading") },
});
