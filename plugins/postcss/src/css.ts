import { defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
import { parse as parseCss } from "postcss";
import type { AnyNode, ProcessOptions, Root } from "postcss";

/** Settings of PostCSS's parser and printer. */
export type CssSettings = Pick<ProcessOptions, "parser" | "stringifier" | "syntax" | "map">;

/**
 * Makes the IR: PostCSS's nodes. The name of a node is its type: `root`, `rule`, `atrule`, `decl` or `comment`.
 * `syntax` or `parser` selects another language: SCSS, Less, CSS in JavaScript.
 */
export function cssIr(settings: CssSettings = {}): Ir<AnyNode, Root> {
  const { parser, syntax, stringifier } = settings;
  const parse = (parser as typeof parseCss | undefined) ?? syntax?.parse ?? parseCss;
  const resultOf = (root: Root, defaults: ProcessOptions = {}) => {
    const from = root.source?.input.file;
    return root.toResult({ ...defaults, ...settings, ...(from !== undefined && { from }) });
  };
  return defineIr({
    name: "css",
    extensions: [".css"],
    root: "root",
    parse: (text: string, { file }: { readonly file: string }): Root =>
      parse(text, { ...settings, from: file }) as Root,
    nameOf: (node) => node.type,
    childrenOf: "nodes",
    parentOf: (node) => node.parent as AnyNode | undefined,
    clone: (node) => node.clone(),
    normalize(node) {
      dropSpelling(node);
      if ("walk" in node) node.walk(dropSpelling);
    },
    fingerprint: (node) => node.toString(stringifier ?? syntax),
    printWithMap(root, target) {
      // If there is no output file, a bundler adds the source map. The text then contains neither the map nor a
      // reference to it.
      const defaults = target === undefined ? { map: { inline: false, annotation: false } } : { to: target.file };
      const { css, map } = resultOf(root, defaults);
      return map === undefined ? { text: css } : { text: css, map: map.toJSON() };
    },
    print: (root) => resultOf(root).css,
  });
}

/** Removes whitespace and original spellings from nodes, which PostCSS copied from the source. */
function dropSpelling(node: AnyNode): void {
  if (node.type !== "comment") node.raws = {};
}
