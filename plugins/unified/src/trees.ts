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
  parse?(file: VFile): unknown;
  stringify?(tree: never, file: VFile): unknown;
}

/** remark's parser and printer. */
export const markdownSyntax = unified().use(remarkParse).use(remarkStringify).freeze() as unknown as Required<Syntax>;

/** rehype's own parser and printer. */
export const htmlSyntax = unified().use(rehypeParse).use(rehypeStringify).freeze() as unknown as Required<Syntax>;

/**
 * Maps roots of trees to files, to which plugins write messages and data. Trees that were not parsed by this IR get an
 * empty file.
 */
const files = new WeakMap<object, VFile>();

/** Returns the file of a tree: name, text, and the messages and data of plugins. */
export function fileOf(root: object): VFile {
  const found = files.get(root) ?? new VFile();
  files.set(root, found);
  return found;
}

/** Assigns the file of a tree to a new root that replaces it. */
export function keepFile(from: object, to: object): void {
  files.set(to, fileOf(from));
}

function parse<Root extends object>(syntax: Syntax, text: string, path: string): Root {
  const file = new VFile({ path, value: text });
  const root = syntax.parse?.(file) as Root;
  files.set(root, file);
  return root;
}

const print = (syntax: Syntax, root: object): string => String(syntax.stringify?.(root as never, fileOf(root)));

interface Positioned {
  readonly position?: { readonly start: { readonly line: number; readonly column: number } } | undefined;
}

/** IR of Markdown: remark's tree. Names of nodes are their types: `root`, `heading`, `link`. */
export function mdastIr(syntax: Syntax = markdownSyntax): Ir<MdastNode, MdastRoot> {
  return defineIr({
    name: "mdast",
    extensions: [".md", ".markdown"],
    root: "root",
    parse: (text: string, { file }: { readonly file: string }): MdastRoot => parse(syntax, text, file),
    nameOf: (node: MdastNode) => node.type,
    childrenOf: (node: MdastNode) => ("children" in node ? (node.children as MdastNode[]) : []),
    positionOf: (node: Positioned) => node.position?.start,
    print: (root: MdastRoot) => print(syntax, root),
  }) as unknown as Ir<MdastNode, MdastRoot>;
}

/**
 * IR of HTML: rehype's tree. Elements have their own names, such as `img`. The root is `#root` and a text is `#text`, because
 * `<text>` is an element of SVG.
 */
export function hastIr(syntax: Syntax = htmlSyntax): Ir<HastNode, HastRoot> {
  return defineIr({
    name: "hast",
    extensions: [".html", ".htm"],
    root: "#root",
    parse: (text: string, { file }: { readonly file: string }): HastRoot => parse(syntax, text, file),
    nameOf: (node: HastNode) => (node.type === "element" ? node.tagName : `#${node.type}`),
    childrenOf: (node: HastNode) => ("children" in node ? (node.children as HastNode[]) : []),
    positionOf: (node: Positioned) => node.position?.start,
    print: (root: HastRoot) => print(syntax, root),
    normalize: sortProperties,
  }) as unknown as Ir<HastNode, HastRoot>;
}

/** Sorts the properties of all elements: their order means nothing. */
function sortProperties(top: HastNode): void {
  for (const work = [top]; work.length > 0;) {
    const node = work.pop() as HastNode;
    if (node.type === "element") node.properties = Object.fromEntries(Object.entries(node.properties).sort());
    if ("children" in node) work.push(...(node.children as HastNode[]));
  }
}

/** IR of Markdown with remark's syntax, without extensions. */
export const mdast = mdastIr();

/** IR of HTML with rehype's syntax, without extensions. */
export const hast = hastIr();
