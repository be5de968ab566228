import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { babelFramework } from "@passwright/babel";
import { postcssFramework } from "@passwright/postcss";
import { assemble } from "@passwright/sdk";
import svgo from "@passwright/svgo";
import { unifiedFramework } from "@passwright/unified";
import { globSync } from "tinyglobby";
import { clockNamed } from "../clock.mjs";
import { interleaveLeast, timeOf } from "../measure.mjs";
import { passwright, withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const modules = join(root, "node_modules");
const of = (host) => createRequire(join(root, "plugins", host, "package.json"));

/** Lists the files in `node_modules` that match a pattern, and returns the path and text of every `step`th file. */
function textsOf(pattern, step) {
  const files = globSync(pattern, { cwd: modules, absolute: true }).sort();
  return files.filter((_, index) => index % step === 0).map((file) => [file, readFileSync(file, "utf8")]);
}

/**
 * Functions that prepare the comparisons, one function per tool. Each function returns the input texts, Passwright's
 * framework for the tool, and a function that transforms a text with the tool itself.
 */
const hosts = {
  async svgo() {
    const { optimize } = await import("svgo");
    const texts = textsOf(["bootstrap-icons/icons/*.svg", "flag-icons/flags/4x3/*.svg"], 12);
    return { target: 1.05, texts, framework: svgo, theirs: (text, path) => optimize(text, { path }).data };
  },
  async unified() {
    const names = ["remark-parse", "remark-gfm", "remark-rehype", "rehype-slug", "rehype-stringify"];
    const plugins = names.map((name) => of("unified")(name).default);
    const processor = of("unified")("unified").unified().use(plugins).freeze();
    const theirs = async (text) => String(await processor.process(text));
    return { target: 1.05, texts: textsOf("*/README.md", 20), framework: unifiedFramework(plugins), theirs };
  },
  async postcss() {
    const postcss = of("postcss")("postcss");
    const plugins = [of("postcss")("postcss-nesting")(), of("postcss")("autoprefixer")()];
    const texts = textsOf(["@picocss/pico/css/*.css", "animate.css/*.css"], 12);
    const theirs = async (text, from) => (await postcss(plugins).process(text, { from })).css;
    return { target: 1.05, texts, framework: postcssFramework({ plugins }), theirs };
  },
  async babel() {
    const babel = of("babel")("@babel/core");
    const presets = [[of("babel").resolve("@babel/preset-env"), { targets: "ie 11" }]];
    const config = { filename: "a.js", presets, configFile: false, babelrc: false };
    const theirs = (text, filename) => babel.transformSync(text, { ...config, filename }).code;
    return { target: 1.1, texts: textsOf("lodash-es/*.js", 10), framework: babelFramework(config), theirs };
  },
};

/** Measures the time of one tool on all inputs, after a first round that compares the outputs. */
async function measureWarm(name, { target, texts, framework, theirs }, rounds, clock) {
  const pipeline = assemble(framework);
  const ours = async (text, file) => {
    const parsed = pipeline.parse(text, { file });
    const { root: result } = await pipeline.runAsync(parsed.root);
    return pipeline.print(result);
  };
  for (const [file, text] of texts)
    if ((await ours(text, file)) !== (await theirs(text, file))) throw new Error(`${file} differs`);
  const now = clockNamed(clock);
  const timeOf = async (run, [file, text]) => {
    const begin = now();
    await run(text, file);
    return now() - begin;
  };
  // Adds up the minimum times of the files. Minimum times exclude garbage collections, which take longer than the
  // measured difference.
  const least = texts.map(() => ({ ours: Infinity, theirs: Infinity }));
  for (let round = 0; round < Math.max(rounds, 15); round++) {
    for (const [index, times] of least.entries()) {
      const tasks = Object.entries({ ours, theirs });
      for (const [task, run] of round % 2 === 0 ? tasks : tasks.toReversed())
        times[task] = Math.min(times[task], await timeOf(run, texts[index]));
    }
  }
  const sumOf = (task) => least.reduce((sum, times) => sum + times[task], 0);
  return row(name, sumOf("ours"), sumOf("theirs"), target, `ms, ${texts.length} files`);
}

/**
 * Settings of the command-line comparison with each tool: an input, the files of a project that can run both Passwright
 * and the tool, and the tool's own command.
 */
const commandLines = {
  svgo: {
    input: ["a.svg", readFileSync(join(modules, "bootstrap-icons/icons/alarm.svg"), "utf8")],
    files: { "passwright.config.yaml": 'framework: "@passwright/svgo"\n' },
    theirs: ["svgo", "bin/svgo.js"],
  },
  unified: {
    input: ["a.md", "# A\n\n## Contents\n\n## B\n\n* ~~c~~\n"],
    files: {
      ".remarkrc.json": '{ "plugins": ["remark-gfm", "remark-toc"] }',
      "passwright.config.yaml": "framework: ./framework.mjs\n",
      "framework.mjs": `import { unifiedFramework } from "@passwright/unified";
const plugins = ["remark-parse", "remark-gfm", "remark-toc", "remark-stringify"];
export default unifiedFramework(plugins);`,
    },
    theirs: ["remark-cli@12.0.1", "cli.js", "--quiet"],
  },
  postcss: {
    input: ["a.css", "a { b { user-select: none } }\n"],
    files: {
      ".postcssrc.json": '{ "plugins": { "postcss-nested": {}, "autoprefixer": {} } }',
      "passwright.config.yaml": "framework: ./framework.mjs\n",
      "framework.mjs": `import { postcssFramework } from "@passwright/postcss";
export default postcssFramework({ plugins: { "postcss-nested": {}, autoprefixer: {} } });`,
    },
    theirs: ["postcss-cli@11.0.1", "index.js", "--no-map"],
  },
  babel: {
    input: ["a.js", "export const f = async (a = 1) => `${a?.c ?? 2}`;\n"],
    files: {
      "babel.config.json": '{ "presets": [["@babel/preset-env", { "targets": "ie 11" }]] }',
      "passwright.config.yaml": "framework: ./framework.mjs\n",
      "framework.mjs": `import { babelFramework } from "@passwright/babel";
export default babelFramework({ filename: "a.js", configFile: "./babel.config.json" });`,
    },
    theirs: ["@babel/cli@7.29.7", "bin/babel.js"],
  },
};

/**
 * Compares the time of `passwright run` on one input with the time of the tool's own command. Installs the tool with
 * npm if it is missing.
 */
async function measureCold(name, { input: [file, text], files, theirs: [tool, bin, ...flags] }, rounds, clock) {
  let found;
  await withFolder(async (folder) => {
    const installed = join(folder, "tool");
    const project = join(folder, "project");
    mkdirSync(project);
    symlinkSync(modules, join(project, "node_modules"));
    for (const [path, content] of Object.entries({ ...files, [file]: text, "package.json": "{}" }))
      writeFileSync(join(project, path), content);
    const own = tool.replace(/(?<=.)@.*/, "");
    const folderOf = own === tool ? modules : join(installed, "node_modules");
    const peers = own === "@babel/cli" ? ["@babel/core@7"] : own === "postcss-cli" ? ["postcss@8"] : [];
    if (own !== tool) execFileSync("npm", ["install", "--silent", "--prefix", installed, tool, ...peers]);
    const program = [process.execPath, join(folderOf, own, bin), file, "-o", `theirs-${file}`, ...flags];
    const tasks = {
      ours: () => timeOf(passwright("run", file, "-o", `ours-${file}`), { clock, cwd: project }),
      theirs: () => timeOf(program, { clock, cwd: project }),
    };
    const least = await interleaveLeast(tasks, Math.max(rounds, 5));
    const [ours, theirs] = ["ours", "theirs"].map((one) =>
      readFileSync(join(project, `${one}-${file}`), "utf8").trimEnd(),
    );
    if (ours !== theirs) throw new Error(`${name}: the results differ`);
    found = row(name, least.get("ours"), least.get("theirs"), 1.25, "ms, a process");
  });
  return found;
}

/** Compares Passwright's frameworks for SVGO, unified, PostCSS and Babel with the tools themselves. */
export async function measureHosts({ rounds, clock, wants }) {
  const rows = [];
  for (const [host, prepare] of Object.entries(hosts)) {
    const name = `${host}, warm`;
    if (wants(name)) rows.push(await measureWarm(name, await prepare(), rounds, clock));
  }
  for (const [host, settings] of Object.entries(commandLines)) {
    const name = `${host}, cold`;
    if (wants(name)) rows.push(await measureCold(name, settings, rounds, clock));
  }
  return rows;
}
