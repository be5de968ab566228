import { defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
import { parse as parseCss } from "postcss";
import type { AnyNode, ProcessOptions, Root } from "postcss";

/** Settings of PostCSS's parser and printer. */
export type CssSettings = Pick<ProcessOptions, "parser" | "stringifier" | "syntax" | "map">;

/** Hashes a text: FNV-1a with 64 bits. */
function hash(text: string): bigint {
  let value = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++)
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return value;
}

/**
 * Makes the IR: PostCSS's nodes, whose names are their types: `root`, `rule`, `atrule`, `decl`, `comment`. `syntax` or `parser` select
 * another language: SCSS, Less, CSS in JavaScript.
 */
export function cssIr({ parser, syntax, stringifier, map }: CssSettings = {}): Ir<AnyNode, Root> {
  const parse = (parser as typeof parseCss | undefined) ?? syntax?.parse ?? parseCss;
  const printer = { ...(syntax && { syntax }), ...(stringifier && { stringifier }) };
  return defineIr({
    name: "css",
    extensions: [".css"],
    root: "root",
    parse: (text: string, { file }: { readonly file: string }): Root =>
      parse(text, { from: file, ...(map !== undefined && { map }) }) as Root,
    nameOf: (node) => node.type,
    childrenOf: "nodes",
    parentOf: (node) => node.parent as AnyNode | undefined,
    positionOf: (node) => node.source?.start,
    clone: (node) => node.clone(),
    normalize: (node) => dropSpelling(node),
    fingerprint: (node) => hash(node.toString(stringifier ?? syntax)),
    printWithMap(root) {
      // By default, the bundler decides about the map.
      const external = { inline: false, annotation: false } as const;
      const { css, map: made } = resultOf(root, { ...printer, map: map ?? external });
      return made === undefined ? { text: css } : { text: css, map: made.toJSON() };
    },
    print: (root) => resultOf(root, { ...printer, ...(map !== undefined && { map }) }).css,
  });
}

/** Removes the whitespace and spelling of the source, which nodes keep. */
function dropSpelling(top: AnyNode): void {
  for (const work: AnyNode[] = [top]; work.length > 0;) {
    const node = work.pop() as AnyNode;
    if (node.type !== "comment") node.raws = {};
    if ("nodes" in node && node.nodes !== undefined) work.push(...(node.nodes as AnyNode[]));
  }
}

/** Prints a tree, with a source map if `map` is set or the input has one. */
export function resultOf(root: Root, options: ProcessOptions): ReturnType<Root["toResult"]> {
  const from = root.source?.input.file;
  return root.toResult({ ...(from !== undefined && { from }), ...options });
}
