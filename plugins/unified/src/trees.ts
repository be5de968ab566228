import { defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
import type { Nodes as HastNode, Root as HastRoot } from "hast";
import type { Nodes as MdastNode, Root as MdastRoot } from "mdast";
import rehypeParse from "rehype-parse";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { VFile } from "vfile";

/** Processor of unified that parses and prints, with the plugins that extend its syntax. */
export interface Syntax {
  /** Parses the text of a file. */
  parse(file: VFile): unknown;
  /** Prints a tree as text. */
  stringify(tree: never, file: VFile): unknown;
}

/** remark's parser and printer. */
export const markdownSyntax: Syntax = unified().use(remarkParse).use(remarkStringify).freeze();

/** rehype's own parser and printer. */
export const htmlSyntax: Syntax = unified().use(rehypeParse).use(rehypeStringify).freeze();

const files = new WeakMap<object, VFile>();

/**
 * Returns the file of a tree, to which plugins write messages and data. A tree that this package did not parse gets an
 * empty file.
 */
export function fileOf(root: object): VFile {
  const found = files.get(root) ?? new VFile();
  files.set(root, found);
  return found;
}

/** Assigns the file of a tree to a new root that replaces it. */
export function keepFile(from: object, to: object): void {
  files.set(to, fileOf(from));
}

/** Members that both IRs have. */
const treeOf = (syntax: Syntax) => ({
  childrenOf: (node: object) => (node as { readonly children?: never[] }).children,
  parse(text: string, { file: path }: { readonly file: string }): object {
    const file = new VFile({ path, value: text });
    const root = syntax.parse(file) as object;
    files.set(root, file);
    return root;
  },
  print: (root: object): string => String(syntax.stringify(root as never, fileOf(root))),
  prints: "operations" as const,
});

/** Makes the IR of Markdown: remark's tree. Names of nodes are their types: `root`, `heading`, `link`. */
export function mdastIr(syntax: Syntax = markdownSyntax): Ir<MdastNode, MdastRoot> {
  return defineIr({
    ...treeOf(syntax),
    name: "mdast",
    extensions: [".md", ".markdown"],
    root: "root",
    nameOf: (node: MdastNode) => node.type,
  }) as never;
}

/**
 * Makes the IR of HTML: rehype's tree. Elements have their own names, such as `img`. The root is `#root` and a text is
 * `#text`, because `<text>` is an element of SVG.
 */
export function hastIr(syntax: Syntax = htmlSyntax): Ir<HastNode, HastRoot> {
  return defineIr({
    ...treeOf(syntax),
    name: "hast",
    extensions: [".html", ".htm"],
    root: "#root",
    nameOf: (node: HastNode) => (node.type === "element" ? node.tagName : `#${node.type}`),
    normalize: sortProperties,
  }) as never;
}

/** Sorts the properties of all elements, because their order has no meaning. */
function sortProperties(node: HastNode): void {
  if (node.type === "element") node.properties = Object.fromEntries(Object.entries(node.properties).sort());
  if ("children" in node) node.children.forEach(sortProperties);
}

/** IR of Markdown with remark's syntax, without extensions. */
export const mdast = mdastIr();

/** IR of HTML with rehype's syntax, without extensions. */
export const hast = hastIr();
