/** Packages with the plugins, in the versions in which the bugs were reported. */
export const PACKAGES: { readonly [name: string]: string } = {
  "@babel/core": "7.29.13",
  "@babel/plugin-proposal-decorators": "7.29.7",
  "@babel/plugin-transform-arrow-functions": "7.29.7",
  "@babel/plugin-transform-class-properties": "7.29.7",
  "@babel/plugin-transform-classes": "7.29.11",
  "@babel/plugin-transform-template-literals": "7.29.7",
  "@babel/plugin-transform-typescript": "7.29.9",
  "@jsdevtools/rehype-toc": "3.0.2",
  autoprefixer: "10.6.2",
  "babel-plugin-styled-components": "2.4.0",
  "css-mquery-packer": "2.0.2",
  cssnano: "7.1.9",
  "postcss-calc": "10.1.1",
  "postcss-custom-properties": "15.0.4",
  "postcss-nested": "7.0.2",
  "postcss-nesting": "14.0.3",
  "rehype-autolink-headings": "7.1.0",
  "rehype-external-links": "3.0.0",
  "rehype-highlight": "7.0.2",
  "rehype-katex": "7.0.1",
  "rehype-parse": "9.0.1",
  "rehype-prism-plus": "2.0.2",
  "rehype-raw": "7.0.0",
  "rehype-sanitize": "6.0.0",
  "rehype-slug": "6.0.0",
  "rehype-stringify": "10.0.1",
  "remark-gfm": "4.0.1",
  "remark-pangu": "2.2.0",
  "remark-parse": "11.0.0",
  "remark-rehype": "11.1.2",
  "remark-stringify": "11.0.0",
  "remark-toc": "9.0.0",
};

/** A bug that was reported because the order of two plugins mattered. */
export interface RealCase {
  /** Address of the report. */
  readonly report: string;
  readonly tool: "svgo" | "postcss" | "babel" | "remark" | "rehype";
  /** Plugins in the reported order, with other plugins that users have. */
  readonly plugins: readonly (string | readonly [name: string, options: object])[];
  /** Steps whose order matters, as the report of the experiment names them. */
  readonly pair: readonly [string, string];
  /** Extension of the file, if it is not the usual extension of the tool. */
  readonly extension?: string;
  /** Typical text of users that shows the bug. Part of a larger file. */
  readonly input: string;
}

const SVGO: readonly RealCase[] = [
  {
    report: "svg/svgo#589",
    tool: "svgo",
    plugins: ["removeComments", "cleanupIds", ["removeElementsByAttr", { id: "guide" }], "sortAttrs"],
    pair: ["cleanupIds", "removeElementsByAttr"],
    input: '<g><path id="guide" d="M0 0h24"/><circle r="3"/></g>',
  },
  {
    report: "svg/svgo#932",
    tool: "svgo",
    plugins: ["cleanupAttrs", "convertStyleToAttrs", "inlineStyles", "removeComments"],
    pair: ["convertStyleToAttrs", "inlineStyles"],
    input: '<style>.a.b{fill:#fff}</style><rect class="a b" width="4" height="4"/>',
  },
  {
    report: "svg/svgo#1406",
    tool: "svgo",
    plugins: ["removeTitle", ["prefixIds", { prefix: "icon" }], "cleanupIds", "sortAttrs"],
    pair: ["prefixIds", "cleanupIds"],
    input:
      '<defs><linearGradient id="gradient"><stop offset="0"/></linearGradient></defs><path fill="url(#gradient)" d="M0 0h5v5z"/>',
  },
  {
    report: "svg/svgo#2085",
    tool: "svgo",
    plugins: ["removeComments", "convertPathData", "convertShapeToPath", "sortAttrs"],
    pair: ["convertPathData", "convertShapeToPath"],
    input: '<rect width="10" height="20" fill="red"/>',
  },
  {
    report: "sketch-hq/svgo-compressor#41",
    tool: "svgo",
    plugins: ["removeTitle", "mergePaths", "collapseGroups", "sortAttrs"],
    pair: ["mergePaths", "collapseGroups"],
    input: '<path d="M0 0L10 10"/><g><path d="M20 20L30 30"/></g>',
  },
  {
    report: "svg/svgo#1972",
    tool: "svgo",
    plugins: ["removeComments", "convertShapeToPath", "inlineStyles", "sortAttrs"],
    pair: ["convertShapeToPath", "inlineStyles"],
    input: '<style>.b{fill:red}rect{stroke:#00f}</style><rect class="b" width="4" height="4"/>',
  },
  {
    report: "svg/svgo#204",
    tool: "svgo",
    plugins: ["removeTitle", "convertPathData", "mergePaths", "sortAttrs"],
    pair: ["convertPathData", "mergePaths"],
    input: '<path d="M25 9.9c-1.6 0-2.9-1.3-2.9-2.9"/><path d="M45.25 31.075c-.573 0-1.126-.237-1.557-.668"/>',
  },
];

const POSTCSS: readonly RealCase[] = [
  {
    report: "csstools/postcss-plugins#1023",
    tool: "postcss",
    plugins: ["postcss-nesting", "postcss-nested", "autoprefixer"],
    pair: ["postcss-nesting", "postcss-nested"],
    input: ".menu { &-item { color: red; } }",
  },
  {
    report: "popeindustries/buddy#116",
    tool: "postcss",
    plugins: [
      ["autoprefixer", { overrideBrowserslist: ["chrome 20"] }],
      ["postcss-custom-properties", { preserve: false }],
      "postcss-calc",
    ],
    pair: ["autoprefixer", "postcss-calc"],
    input: ":root { --height: 10px; }\n.bar { height: calc(var(--height) / 4); }",
  },
  {
    report: "n19htz/css-mquery-packer#4",
    tool: "postcss",
    plugins: ["autoprefixer", "cssnano", "css-mquery-packer"],
    pair: ["postcss-minify-params", "css-mquery-packer"],
    input:
      "@media (max-width: 9px) { .a { color: red; } }\n.b { top: 0; }\n@media (max-width: 9px) { .a { color: red; top: 1px; } }",
  },
];

const BABEL: readonly RealCase[] = [
  {
    report: "babel/babel#9123",
    tool: "babel",
    plugins: [
      "@babel/plugin-transform-arrow-functions",
      "@babel/plugin-transform-class-properties",
      ["@babel/plugin-proposal-decorators", { legacy: true }],
    ],
    pair: ["transform-class-properties", "proposal-decorators"],
    input: "class Store {\n  @observable\n  value = 1;\n}",
  },
  {
    report: "babel/babel#15356",
    tool: "babel",
    plugins: [
      "@babel/plugin-transform-arrow-functions",
      "@babel/plugin-transform-classes",
      "@babel/plugin-transform-typescript",
    ],
    extension: ".ts",
    pair: ["transform-classes", "transform-typescript"],
    input: "class Point {\n  constructor(public x: number) {}\n}",
  },
  {
    report: "gravity-ui/app-builder#97",
    tool: "babel",
    plugins: [
      "@babel/plugin-transform-arrow-functions",
      "@babel/plugin-transform-class-properties",
      ["@babel/plugin-transform-typescript", { allowDeclareFields: true }],
    ],
    extension: ".ts",
    pair: ["transform-class-properties", "transform-typescript"],
    input: "class Model {\n  declare name: string;\n  size = 1;\n}",
  },
  {
    report: "emotion-js/emotion#312",
    tool: "babel",
    plugins: [
      "@babel/plugin-transform-arrow-functions",
      "@babel/plugin-transform-template-literals",
      "babel-plugin-styled-components",
    ],
    pair: ["transform-template-literals", "styled-components"],
    input: 'import styled from "styled-components";\nexport const Title = styled.h1`\n  color: red;\n`;',
  },
];

const UNIFIED: readonly RealCase[] = [
  {
    report: "rehypejs/rehype-autolink-headings#4",
    tool: "rehype",
    plugins: ["rehype-external-links", "rehype-autolink-headings", "rehype-slug"],
    pair: ["rehype-autolink-headings", "rehype-slug"],
    input: "<h2>Install</h2>",
  },
  {
    report: "uiwjs/react-markdown-preview#259",
    tool: "rehype",
    plugins: ["rehype-slug", "rehype-highlight", "rehype-sanitize"],
    pair: ["rehype-highlight", "rehype-sanitize"],
    input: '<pre><code class="language-js">const one = 1;</code></pre>',
  },
  {
    report: "bytedance/deer-flow#4987",
    tool: "rehype",
    plugins: ["rehype-highlight", "rehype-sanitize", "rehype-slug"],
    pair: ["rehype-sanitize", "rehype-slug"],
    input: "<h2>Current state</h2>",
  },
  {
    report: "rehypejs/rehype-raw#7",
    tool: "remark",
    plugins: [["remark-rehype", { allowDangerousHtml: true }], "rehype-slug", "rehype-raw", "rehype-stringify"],
    pair: ["rehype-slug", "rehype-raw"],
    input: "## Usage\n\n<h3>Options</h3>\n",
  },
  {
    report: "timlrx/rehype-prism-plus#54",
    tool: "remark",
    plugins: [
      ["remark-rehype", { allowDangerousHtml: true }],
      "rehype-slug",
      "rehype-raw",
      "rehype-prism-plus",
      "rehype-stringify",
    ],
    pair: ["rehype-raw", "rehype-prism-plus"],
    input: "~~~js showLineNumbers\nconst one = 1\n~~~\n",
  },
  {
    report: "pawtograder/platform#573",
    tool: "rehype",
    plugins: ["rehype-slug", "rehype-katex", "rehype-sanitize"],
    pair: ["rehype-katex", "rehype-sanitize"],
    input: '<p><code class="language-math math-inline">x^2</code></p>',
  },
  {
    report: "JS-DevTools/rehype-toc#3",
    tool: "rehype",
    plugins: ["rehype-external-links", "@jsdevtools/rehype-toc", "rehype-slug"],
    pair: ["rehype-toc", "rehype-slug"],
    input: "<h1>Guide</h1><h2>Install</h2>",
  },
  {
    report: "Crossbell-Box/xLog#575",
    tool: "remark",
    plugins: ["remark-gfm", "remark-toc", "remark-pangu"],
    pair: ["remark-toc", "remark-pangu"],
    input: "# Contents\n\n# 安装Node\n",
  },
];

/** All cases, by tool. */
export const REAL_CASES: readonly RealCase[] = [...SVGO, ...POSTCSS, ...BABEL, ...UNIFIED];
