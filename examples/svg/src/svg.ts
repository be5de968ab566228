import { defineIr } from "@passwright/sdk";
import type { XastNode, XastRoot } from "svgo";
import { optimize } from "svgo/browser";

/**
 * Parses a text with svgo. svgo exports its parser only as part of `optimize`, so this function runs a plugin that
 * captures the tree.
 */
function parse(text: string, { file }: { readonly file: string }): XastRoot {
  const root: XastRoot = { type: "root", children: [] };
  const take = (tree: XastRoot): void => {
    root.children = tree.children;
    tree.children = [];
  };
  optimize(text, { path: file, plugins: [{ name: "take", fn: take as never }] });
  return root;
}

/**
 * Prints a tree with svgo: runs `optimize` on an empty image, with a plugin that replaces the tree of the image with
 * `node`.
 */
function print(node: XastNode): string {
  const put = (tree: XastRoot): void => {
    tree.children = node.type === "root" ? node.children : [node];
  };
  return optimize("", { plugins: [{ name: "put", fn: put as never }] }).data;
}

/**
 * IR of SVG in svgo's representation. Operations for text nodes are named `#text`, because `text` is the name of an
 * element. The operation for the root is named `#root`.
 */
export const svg = defineIr({
  name: "svg",
  extensions: [".svg"],
  root: "#root",
  parse,
  nameOf: (node) => (node.type === "element" ? node.name : `#${node.type}`),
  childrenOf: "children",
  print,
  prints: "operations",
});
