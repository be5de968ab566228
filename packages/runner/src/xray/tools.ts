import { basename } from "node:path";

/** Tool, such as SVGO or Babel, whose configurations can be examined. */
export interface Tool {
  /** Name of the tool. */
  readonly id: "svgo" | "postcss" | "babel" | "remark" | "rehype";
  /** Name in messages. */
  readonly name: string;
  /** Package that makes a framework from a configuration. */
  readonly package: string;
}

/** Configuration of another tool. */
export interface ToolConfig {
  /** Path of the file. */
  readonly path: string;
  /** File to which the configuration applies. Presets of Babel depend on the extension of this file. */
  readonly example?: string;
}

const TOOLS: readonly (Tool & { readonly files: RegExp })[] = [
  { id: "svgo", name: "SVGO", package: "@passwright/svgo", files: /^svgo\.config\.[cm]?js$/ },
  {
    id: "postcss",
    name: "PostCSS",
    package: "@passwright/postcss",
    files: /^(postcss\.config\.([cm]?js|json)|\.postcssrc(\.json|\.ya?ml|\.[cm]?js)?)$/,
  },
  {
    id: "babel",
    name: "Babel",
    package: "@passwright/babel",
    files: /^(babel\.config\.([cm]?js|json)|\.babelrc(\.json|\.[cm]?js)?)$/,
  },
  { id: "remark", name: "remark", package: "@passwright/unified", files: /^\.?remarkrc(\.json|\.ya?ml|\.[cm]?js)?$/ },
  { id: "rehype", name: "rehype", package: "@passwright/unified", files: /^\.?rehyperc(\.json|\.ya?ml|\.[cm]?js)?$/ },
];

/** Returns the tool to which a configuration file belongs. The name of the file determines the tool. */
export function toolOf(file: string): Tool | undefined {
  return TOOLS.find(({ files }) => files.test(basename(file)));
}
