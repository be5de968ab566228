import { defineFramework, defineIr, definePass } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import { parse } from "postcss";
import type { CssNode, Root } from "postcss";
import nestedPlugin from "postcss-nested";
import { cssPlugins } from "./css-plugins.ts";

export { cssPlugins } from "./css-plugins.ts";

/** CSS as PostCSS parses it. */
export const css = defineIr({
  name: "css",
  extensions: [".css"],
  root: "root",
  nameOf: (node: CssNode) => node.type,
  childrenOf: "nodes",
  parse: (text, { file }): Root => parse(text, { from: file }),
  print: (root) => String(root),
  positionOf: (node: CssNode) => node.source?.start,
});

/** `@size 2px` becomes `width` and `height`. */
export const size: PassDefinition<CssNode> = definePass({
  name: "size",
  group: cssPlugins,
  member: {
    postcssPlugin: "size",
    AtRule: {
      size(rule: { params: string; replaceWith(...declarations: object[]): void }) {
        const of = (prop: string): object => ({ prop, value: rule.params });
        rule.replaceWith(of("width"), of("height"));
      },
    },
  },
});

/** `postcss-nested`. */
export const nested: PassDefinition<CssNode> = definePass({ name: "nested", group: cssPlugins, member: nestedPlugin });

/** CSS pipeline that runs PostCSS plugins in one processor. */
export default defineFramework({
  name: "css",
  ir: css,
  groups: [cssPlugins],
  extensionPoints: { "sizes.end": { since: "0.1", doc: "sizes are expanded, rules are still nested" } },
  passes: [size, nested],
  pipeline(builder) {
    builder.addPass(size);
    builder.addExtensionPoint("sizes.end");
    builder.addPass(nested);
  },
});
