import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
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
import { interleave, interleaveLeast, timeOf } from "../measure.mjs";
import { passwright, withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const modules = join(root, "node_modules");
const of = (host) => createRequire(join(root, "plugins", host, "package.json"));

/** Returns every `step`th file of npm packages, with its text. */
function textsOf(pattern, step) {
  const files = globSync(pattern, { cwd: modules, absolute: true }).sort();
  return files.filter((_, index) => index % step === 0).map((file) => [file, readFileSync(file, "utf8")]);
}

/** For each tool: its inputs, and functions from text to text with Passwright's framework and with the tool. */
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

/** Measures the time of one host, over all inputs, after one round that also compares the outputs. */
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
  const timed = (run) => async () => {
    const begin = now();
    for (const [file, text] of texts) await run(text, file);
    return now() - begin;
  };
  const medians = await interleave({ ours: timed(ours), theirs: timed(theirs) }, Math.max(rounds, 5));
  return row(name, medians.get("ours"), medians.get("theirs"), target, `ms, ${texts.length} files`);
}

/** Measures the command line on one image, compared with SVGO's command line with one thread. */
async function measureCold(name, rounds, clock) {
  let found;
  await withFolder(async (folder) => {
    symlinkSync(modules, join(folder, "node_modules"));
    writeFileSync(join(folder, "passwright.config.yaml"), 'framework: "@passwright/svgo"\n');
    writeFileSync(join(folder, "a.svg"), readFileSync(join(modules, "bootstrap-icons/icons/alarm.svg")));
    const theirs = [process.execPath, join(modules, "svgo/bin/svgo.js"), "a.svg", "-o", "b.svg"];
    const tasks = {
      ours: () => timeOf(passwright("run", "a.svg", "-o", "c.svg"), { clock, cwd: folder }),
      theirs: () => timeOf(theirs, { clock, cwd: folder }),
    };
    const least = await interleaveLeast(tasks, Math.max(rounds, 5));
    found = row(name, least.get("ours"), least.get("theirs"), 1.25, "ms, a process");
  });
  return found;
}

/** Compares the frameworks of SVGO, unified, PostCSS and Babel with these tools. */
export async function measureHosts({ rounds, clock, wants }) {
  const rows = [];
  for (const [host, prepare] of Object.entries(hosts)) {
    const name = `${host}, warm`;
    if (wants(name)) rows.push(await measureWarm(name, await prepare(), rounds, clock));
  }
  if (wants("svgo, cold")) rows.push(await measureCold("svgo, cold", rounds, clock));
  return rows;
}
