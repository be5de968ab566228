import { basename } from "node:path";

/** Another tool whose configurations can be tried. */
export interface Tool {
  readonly id: "svgo" | "postcss" | "babel" | "remark" | "rehype";
  /** Its name in messages. */
  readonly name: string;
  /** Package that makes a framework of a configuration. */
  readonly package: string;
}

/** A configuration of another tool. */
export interface ToolConfig {
  /** Path of the file. */
  readonly path: string;
  /** A file that the configuration is for: presets of Babel look at its ending. */
  readonly example?: string;
}

const TOOLS: readonly (Tool & { readonly files: RegExp })[] = [
  { id: "svgo", name: "SVGO", package: "@passwright/svgo", files: /^svgo\.config\.[cm]?js$/ },
  {
    id: "postcss",
    name: "PostCSS",
    package: "@passwright/postcss",
    files: /^(postcss\.config\.([cm]?js|json)|\.postcssrc(\.json|\.[cm]?js)?)$/,
  },
  {
    id: "babel",
    name: "Babel",
    package: "@passwright/babel",
    files: /^(babel\.config\.([cm]?js|json)|\.babelrc(\.json|\.[cm]?js)?)$/,
  },
  { id: "remark", name: "remark", package: "@passwright/unified", files: /^\.?remarkrc(\.json|\.[cm]?js)?$/ },
  { id: "rehype", name: "rehype", package: "@passwright/unified", files: /^\.?rehyperc(\.json|\.[cm]?js)?$/ },
];

/** Finds the tool that a configuration file belongs to, by the name of the file. */
export function toolOf(file: string): Tool | undefined {
  return TOOLS.find(({ files }) => files.test(basename(file)));
}
