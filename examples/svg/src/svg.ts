import { defineIr } from "@passwright/sdk";
import { optimize } from "svgo";
import type { XastNode, XastRoot } from "svgo";

/** Reads a text with svgo's parser, which only `optimize` exports: a plugin takes the tree away before it is printed. */
function parse(text: string, { file }: { readonly file: string }): XastRoot {
  const root: XastRoot = { type: "root", children: [] };
  const take = (tree: XastRoot): void => {
    root.children = tree.children;
    tree.children = [];
  };
  optimize(text, { path: file, plugins: [{ name: "take", fn: take as never }] });
  return root;
}

/** Writes a tree with svgo's printer: a plugin puts the tree in place of an empty one. */
function print(node: XastNode): string {
  const put = (tree: XastRoot): void => {
    tree.children = node.type === "root" ? node.children : [node];
  };
  return optimize("", { plugins: [{ name: "put", fn: put as never }] }).data;
}

/** SVG as svgo has it. A text node is `#text`, since `<text>` is an element; the root is `#root`. */
export const svg = defineIr({
  name: "svg",
  extensions: [".svg"],
  root: "#root",
  parse,
  nameOf: (node) => (node.type === "element" ? node.name : `#${node.type}`),
  childrenOf: "children",
  print,
});
