import { defineIr } from "@passwright/sdk";
import type { Ir } from "@passwright/sdk";
import { Input, parse as parseCss } from "postcss";
import type { AnyNode, ProcessOptions, Root, Syntax } from "postcss";
import { dependenciesOf } from "./dependencies.ts";
import { keepOptions } from "./group.ts";

/** Types of nodes in style sheets. Other languages can have more types. */
const TYPES = ["root", "rule", "atrule", "decl", "comment"] as const;

/** Settings of PostCSS's parser and printer. */
export type CssSettings = Pick<ProcessOptions, "parser" | "stringifier" | "syntax" | "map">;

/**
 * Makes an IR whose operations are PostCSS's nodes. The name of an operation is the node's type: `root`, `rule`,
 * `atrule`, `decl` or `comment`. The settings `syntax` and `parser` select other languages, such as SCSS, Less or CSS
 * in JavaScript.
 */
export function cssIr(settings: CssSettings = {}): Ir<AnyNode, Root> {
  const { parser, syntax, stringifier } = settings;
  // As in PostCSS, `parser` is a function or a whole syntax, and `false` counts as not set.
  const own = (parser as Syntax | undefined)?.parse ?? (parser as typeof parseCss | undefined);
  const parse = own || syntax?.parse || parseCss;
  // Without an output file, the text does not contain the source map or a reference to it, because a bundler handles
  // the map. The map's paths are then relative to the style sheet.
  const separateMap = settings.map !== false && { ...Object(settings.map), inline: false, annotation: false };
  // With `absolute`, the map contains the output path as given, which must therefore be absolute.
  const isAbsolute = Boolean(Object(settings.map).absolute);
  const pathOf = (file: string): string => (isAbsolute && new Input("", { from: file }).file) || file;
  const resultOf = (root: Root, more: ProcessOptions = {}) => {
    const from = root.source?.input.file;
    return root.toResult({ ...settings, ...(from !== undefined && { from }), ...more });
  };
  // Omits the verifier, because it would visit all nodes after each pass.
  const { verify: _verify, ...ir }: Ir<AnyNode, Root> = defineIr({
    name: "css",
    ...(parse === parseCss && { operations: TYPES }),
    extensions: [".css"],
    root: "root",
    parse(text: string, { file }: { readonly file: string }): Root {
      const options = { ...settings, from: file };
      return keepOptions(parse(text, options) as Root, options);
    },
    // A syntax for files that contain several style sheets, such as HTML, parses a file to a document of roots.
    nameOf: ({ type }) => (type === "document" ? "root" : type),
    childrenOf: "nodes",
    parentOf: (node) => node.parent as AnyNode | undefined,
    clone: (node) => node.clone(),
    normalize(node) {
      dropSpelling(node);
      if ("walk" in node) node.walk(dropSpelling);
    },
    fingerprint: (node) => node.toString(stringifier || syntax || undefined),
    printWithMap(root, target) {
      const file = target?.file ?? root.source?.input.file;
      const { css, map } = resultOf(root, {
        ...(target === undefined && { map: separateMap }),
        ...(file !== undefined && { to: pathOf(file) }),
      });
      if (map === undefined) return { text: css };
      // Standard output cannot contain the map, so the text does not refer to it.
      const isLost = target?.file === "" && Object(settings.map).annotation !== false;
      const text = isLost ? css.replace(/\r?\n\/\*# sourceMappingURL=.* \*\/$/, "") : css;
      return { text, map: map.toJSON() };
    },
    print: (root) => resultOf(root).css,
    dependenciesOf,
  });
  // PostCSS records the byte order mark of a style sheet, and prints the mark again.
  return { ...ir, acceptsByteOrderMark: true };
}

/**
 * Removes the whitespace and the original spellings that PostCSS copied from the source into a node. Keeps comments
 * unchanged.
 */
function dropSpelling(node: AnyNode): void {
  if (node.type !== "comment") node.raws = {};
}
