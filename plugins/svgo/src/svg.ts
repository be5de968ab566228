import { defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
// Imports SVGO's browser build, because this single file loads four times as fast as the modules of `svgo`, and also
// works in browsers.
import { optimize } from "svgo/browser";
import type { Config, XastNode, XastRoot } from "svgo";
import { checkTree } from "./check-tree.ts";

/** Number of completed rounds of `multipass`, and length of the image after the last completed round. */
export const rounds = new WeakMap<XastRoot, { readonly ended: number; readonly length: number }>();

/**
 * Roots that a plugin of SVGO changed since the last verification. The verifier skips these roots once, because SVGO's
 * plugins keep trees valid, and verifying after each of them would slow down runs.
 */
export const changedBySvgo = new WeakSet<XastNode>();

/** Settings of SVGO's printer. */
export type PrintSettings = Pick<Config, "js2svg" | "datauri">;

/**
 * Parses a text with SVGO. SVGO exports its parser only as part of `optimize`, so this function runs a plugin that
 * captures the tree.
 *
 * @throws the error of SVGO's parser, with `line` and `column`.
 */
export function parseSvg(text: string, path: string): XastRoot {
  const root: XastRoot = { type: "root", children: [] };
  const take = (tree: XastRoot): void => {
    root.children = tree.children;
    tree.children = [];
  };
  optimize(text, { path, plugins: [{ name: "take", fn: take }] });
  return root;
}

const { process } = globalThis as unknown as { readonly process?: { readonly platform: string } };

/** Line break in formatted images: the same as the package `svgo` uses on the current operating system. */
const eol: "crlf" | "lf" = process?.platform === "win32" ? "crlf" : "lf";

/**
 * Prints a tree with SVGO: runs `optimize` on an empty image, with a plugin that replaces the empty tree by the given
 * tree.
 */
export function printSvg(node: XastNode, settings: PrintSettings = {}): string {
  const put = (tree: XastRoot): void => {
    tree.children = node.type === "root" ? node.children : [node];
  };
  return optimize("", { ...settings, js2svg: { eol, ...settings.js2svg }, plugins: [{ name: "put", fn: put }] }).data;
}

const OTHER_TYPES = ["root", "doctype", "instruction", "comment", "cdata", "text"] as const;
const otherNames: { readonly [type: string]: string | undefined } = Object.fromEntries(
  OTHER_TYPES.map((type) => [type, `#${type}`]),
);

/**
 * Makes an IR whose operations are the nodes of SVGO's tree, which are plain objects. The name of an operation is the
 * element's name, `#root` for the root, or `#text` for a text node, because `text` is the name of an element.
 */
export function svgIr(settings: PrintSettings = {}): Ir<XastNode, XastRoot> {
  const ir = defineIr({
    name: "svg",
    extensions: [".svg"],
    root: "#root",
    parse: (text: string, { file }: { readonly file: string }): XastRoot => parseSvg(text, file),
    // The verifier reports other types of nodes, and elements without names.
    nameOf: (node) => (node.type === "element" ? node.name : otherNames[node.type]) ?? `#${String(node.type)}`,
    childrenOf: "children",
    print: (node) => printSvg(node, settings),
    prints: "operations",
    normalize: sortAttributes,
    verify: checkTree,
  });
  const verify = ir.verify as NonNullable<typeof ir.verify>;
  return { ...ir, verify: (node, ...rest) => changedBySvgo.delete(node) || verify(node, ...rest) };
}

/** Sorts the attributes of all elements, because the order of attributes is not significant. */
function sortAttributes(node: XastNode): void {
  if (node.type === "element") node.attributes = Object.fromEntries(Object.entries(node.attributes).sort());
  if ("children" in node) node.children.forEach(sortAttributes);
}

/** IR of SVGO's tree that prints images with SVGO's default settings. */
export const svg = svgIr();
