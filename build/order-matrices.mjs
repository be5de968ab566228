// `npm run docs:orders`: writes docs/order-matrices.md. Installs the newest versions of the tools and of the packages
// with inputs from the npm registry.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { assembleRecipe, freshProcess, tryOrders } from "@passwright/runner";
import { orderText } from "../packages/cli/dist/orders/order-text.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Tools, each with its configuration and the sources of its inputs. A source consists of a package, a folder, a file
 * extension and a number of files.
 */
const TOOLS = [
  {
    title: "SVGO: preset-default",
    packages: ["svgo"],
    config: ["svgo.config.mjs", 'export default { plugins: ["preset-default"] };\n'],
    corpus: [
      ["flag-icons", "flags/4x3", ".svg", 50],
      ["bootstrap-icons", "icons", ".svg", 50],
    ],
  },
  {
    title: "PostCSS: postcss-preset-env",
    packages: ["postcss", "postcss-preset-env"],
    config: ["postcss.config.mjs", 'export default { plugins: [["postcss-preset-env", { stage: 0 }]] };\n'],
    corpus: [["open-props", "src", ".css", 20]],
  },
  {
    title: "Babel: @babel/preset-env",
    packages: ["@babel/core", "@babel/generator", "@babel/preset-env"],
    config: ["babel.config.json", '{ "presets": [["@babel/preset-env", { "modules": false, "targets": "ie 11" }]] }\n'],
    corpus: [
      ["lodash-es", "", ".js", 10],
      ["rxjs", "dist/esm/internal/operators", ".js", 10],
    ],
  },
];

/** Maximum size of an input in bytes. Larger files are left out. */
const MOST_BYTES = 20_000;

function filesOf(folder, [name, inside, ending, count]) {
  const all = readdirSync(join(folder, "node_modules", name, inside), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending) && !entry.name.includes(".min."))
    .map((entry) => join(folder, "node_modules", name, inside, entry.name))
    .sort()
    .filter((path) => readFileSync(path).length <= MOST_BYTES);
  // Selects files at regular distances, so that they represent the whole package.
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor((at * all.length) / count)]);
}

async function sectionOf(folder, { title, packages, config: [name, text], corpus }) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const inputs = corpus
    .flatMap((one) => filesOf(folder, one))
    .map((file) => ({ file: relative(join(folder, "node_modules"), file), text: readFileSync(file, "utf8") }));
  const recipe = { kind: "tool", config: { path, example: join(folder, inputs[0].file) } };
  const made = await assembleRecipe(recipe);
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  const start = process.hrtime.bigint();
  const report = await tryOrders(made.assembly, inputs, {
    framework: true,
    ignoreRules: true,
    splits: false,
    runFresh: freshProcess(recipe, { cwd: folder }),
    onProgress: (done, all) => process.stderr.write(`\r${title}: ${done} of ${all} inputs `),
  });
  process.stderr.write(`in ${(Number(process.hrtime.bigint() - start) / 1e9).toFixed(0)} s\n`);
  const versions = [...packages, ...corpus.map(([one]) => one)].map((one) => `${one} ${versionOf(folder, one)}`);
  return `## ${title}\n\n${versions.join(", ")}. Configuration:\n\n\`\`\`text\n${text}\`\`\`\n\n\`\`\`text\n${shortLines(orderText(report))}\n\`\`\`\n`;
}

/** Shortens long lines, such as the text of a whole image. */
const shortLines = (text) => text.replaceAll(/^(.{159}).{2,}$/gm, "$1…");

const versionOf = (folder, name) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;

const folder = mkdtempSync(join(tmpdir(), "passwright-orders-"));
try {
  const names = TOOLS.flatMap(({ packages, corpus }) => [...packages, ...corpus.map(([name]) => name)]);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  execFileSync("npm", ["install", ...flags, ...names.map((name) => `${name}@latest`)], {
    cwd: folder,
    stdio: "inherit",
  });
  const ours = join(folder, "node_modules/@passwright");
  mkdirSync(ours);
  for (const name of readdirSync(join(ROOT, "packages"))) symlinkSync(join(ROOT, "packages", name), join(ours, name));
  // Copies the plugins, so that they import the installed tools and not the tools of this repository.
  for (const name of ["svgo", "postcss", "babel"]) {
    const filter = (path) => !/node_modules|test/.test(relative(ROOT, path));
    cpSync(join(ROOT, "plugins", name), join(ours, name), { recursive: true, filter });
  }
  const sections = [];
  for (const tool of TOOLS) sections.push(await sectionOf(folder, tool));
  const head = `# Orders of plugins: SVGO, PostCSS and Babel

This page shows which plugins of the most common presets can be swapped without changing the output. The order X-ray ran
the plugins of each preset in different orders on files from npm packages. \`npm run docs:orders\` updates this page for
the current versions. [Order X-ray](order-xray.md) explains the results, and how to create a report for your own
configuration.
`;
  writeFileSync(join(ROOT, "docs/order-matrices.md"), [head, ...sections].join("\n"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
