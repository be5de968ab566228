import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assembleRecipe, freshProcess, tryOrders } from "@passwright/runner";
import type { OrderReport } from "@passwright/runner";
import type { RealCase } from "./cases.ts";

const PLUGINS = fileURLToPath(new URL("../../../../plugins/", import.meta.url));

/** Installs packages from the registry in a folder, and links this repository's packages for the tools. */
export function install(folder: string, packages: { readonly [name: string]: string }): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  if (Object.keys(packages).length > 0) {
    const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--no-package-lock"];
    execFileSync("npm", ["install", ...flags], { cwd: folder, stdio: "pipe" });
  }
  const ours = join(folder, "node_modules/@passwright");
  mkdirSync(ours, { recursive: true });
  for (const name of ["svgo", "postcss", "babel", "unified"]) symlinkSync(join(PLUGINS, name), join(ours, name));
}

interface Files {
  readonly config: string;
  readonly extension: string;
  /** Text before the input of a case. `before` and `after` together are also a complete file. */
  readonly before: string;
  readonly after: string;
}

const STYLES = `.header { display: flex; padding: 4px 8px; }
.header > .title { font-weight: bold; color: #333333; }
@media (min-width: 600px) {
  .header { padding: 8px; }
}
`;

const CODE = `const limit = 10;
export const add = (left, right) => left + right;
export function clamp(value) {
  return value > limit ? limit : add(value, 1);
}
`;

const FILES: { readonly [tool in RealCase["tool"]]: Files } = {
  svgo: {
    config: "svgo.config.mjs",
    extension: ".svg",
    before: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
<title>Icon</title><!-- drawn by hand -->
<g fill="none" stroke="#000"><path d="M 3 4 L 5 6"/><circle cx="12" cy="12" r="3"/></g>
`,
    after: `
<text x="3" y="4">label</text>
</svg>
`,
  },
  postcss: {
    config: "postcss.config.mjs",
    extension: ".css",
    before: STYLES,
    after: `\n.list li:hover { top: calc(1px + 2px); }\n.footer { margin: 0 auto; }\n`,
  },
  babel: { config: "babel.config.json", extension: ".js", before: CODE, after: "\nexport const last = add(1, 2);\n" },
  remark: {
    config: ".remarkrc.json",
    extension: ".md",
    before: "# Title\n\nSome *text* with a [link](https://example.com).\n\n",
    after: "\n* one\n* two\n\n> A quote\n",
  },
  rehype: {
    config: ".rehyperc.json",
    extension: ".html",
    before: '<h1>Title</h1>\n<p>Some <em>text</em> with a <a href="https://example.com">link</a>.</p>\n',
    after: "\n<ul><li>one</li><li>two</li></ul>\n<blockquote>A quote</blockquote>\n",
  },
};

const SYNTAX: { readonly [extension: string]: readonly string[] } = { ".jsx": ["jsx"], ".ts": ["typescript"] };

function configOf({ tool, plugins, extension = "" }: RealCase): string {
  const entries = JSON.stringify(plugins);
  if (tool === "svgo") {
    const list = plugins.map((one) => (typeof one === "string" ? one : { name: one[0], params: one[1] }));
    return `export default { plugins: ${JSON.stringify(list)} };\n`;
  }
  if (tool === "postcss") return `export default { plugins: ${entries} };\n`;
  if (tool === "babel") return JSON.stringify({ plugins, parserOpts: { plugins: SYNTAX[extension] ?? [] } });
  return JSON.stringify({ plugins });
}

/** Tries the orders of a case as `passwright xray` does, in a project with three files, without naming the pair. */
export async function tryCase(root: string, one: RealCase): Promise<OrderReport> {
  const { config, extension, before, after } = FILES[one.tool];
  const folder = join(root, one.report.replaceAll(/[/#]/g, "-"));
  mkdirSync(folder);
  const path = join(folder, config);
  writeFileSync(path, configOf(one));
  const ending = one.extension ?? extension;
  const inputs = [
    { file: `plain${ending}`, content: before + after },
    { file: `page${ending}`, content: `${before}${one.input}${after}` },
    { file: `other${ending}`, content: `${before}${after}` },
  ];
  const recipe = { kind: "tool", config: { path, example: join(folder, `page${ending}`) } } as const;
  const made = await assembleRecipe(recipe);
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  return tryOrders(made.assembly, inputs, {
    framework: true,
    ignoreRules: true,
    splits: false,
    runFresh: freshProcess(recipe, { cwd: dirname(path) }),
  });
}
