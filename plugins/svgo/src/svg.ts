import { defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
// One file, which loads in a quarter of the time of the modules of `svgo`, also in browsers.
import { optimize } from "svgo/browser";
import type { Config, PluginInfo, XastNode, XastRoot } from "svgo";

/**
 * Maps roots of images to information for SVGO's plugins. Images that were not parsed by this IR do not have an entry.
 */
export const infoOf = new WeakMap<XastRoot, PluginInfo>();

/** Settings of SVGO's printer. */
export type PrintSettings = Pick<Config, "js2svg" | "datauri">;

/**
 * Parses a text with SVGO. Its parser is only available through `optimize`, so a plugin captures the tree before it is
 * printed.
 *
 * @throws the error of SVGO's parser, with `line` and `column`.
 */
export function parseSvg(text: string, file?: string): XastRoot {
  const root: XastRoot = { type: "root", children: [] };
  const take = (tree: XastRoot): void => {
    root.children = tree.children;
    tree.children = [];
  };
  optimize(text, { ...(file !== undefined && { path: file }), plugins: [{ name: "take", fn: take }] });
  infoOf.set(root, { ...(file !== undefined && { path: file }), multipassCount: 0 });
  return root;
}

const { process } = globalThis as unknown as { readonly process?: { readonly platform: string } };

/** Line break of formatted images, as `svgo` chooses it. */
const eol: "crlf" | "lf" = process?.platform === "win32" ? "crlf" : "lf";

/** Prints a tree with SVGO, by a plugin that replaces an empty tree by it. */
export function printSvg(node: XastNode, settings: PrintSettings = {}): string {
  const put = (tree: XastRoot): void => {
    tree.children = node.type === "root" ? node.children : [node];
  };
  const js2svg = { eol, ...settings.js2svg };
  return optimize("", { ...settings, js2svg, plugins: [{ name: "put", fn: put }] }).data;
}

const OTHER_NAMES = {
  root: "#root",
  doctype: "#doctype",
  instruction: "#instruction",
  comment: "#comment",
  cdata: "#cdata",
  text: "#text",
} as const satisfies { readonly [type in Exclude<XastNode["type"], "element">]: `#${type}` };

/**
 * Makes the IR: SVGO's tree, which consists of plain objects. Elements have their own names; the root is `#root`, a text
 * `#text`, because `<text>` is an element.
 */
export function svgIr(settings: PrintSettings = {}): Ir<XastNode, XastRoot> {
  return defineIr({
    name: "svg",
    extensions: [".svg"],
    root: "#root",
    parse: (text: string, { file }: { readonly file: string }): XastRoot => parseSvg(text, file),
    nameOf: (node) => (node.type === "element" ? node.name : OTHER_NAMES[node.type]),
    childrenOf: "children",
    print: (root) => printSvg(root, settings),
    normalize: sortAttributes,
  });
}

/** Sorts the attributes of all elements, because their order has no meaning. */
function sortAttributes(top: XastNode): void {
  for (const work = [top]; work.length > 0;) {
    const node = work.pop() as XastNode;
    if (node.type === "element") node.attributes = Object.fromEntries(Object.entries(node.attributes).sort());
    if ("children" in node) work.push(...node.children);
  }
}

/** IR of SVG: SVGO's tree, printed with SVGO's defaults. */
export const svg = svgIr();
