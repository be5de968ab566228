import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { checkGolden, childEnvironment, itLong, makeTemporaryFolder } from "@passwright/development";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/** Makes a framework for numbers, and two plugins that insert a pass at the same extension point. */
function numbers(rules = ""): Workplace {
  const plugin = (name: string, body: string): string => `import { definePass, definePlugin } from "@passwright/sdk";
const pass = definePass({ name: "${name}", anchor: "list", runOnOperation(list) { list.value = ${body}; } });
export default definePlugin({ name: "plugin-${name}", passes: [pass], insert: [{ pass: "${name}", at: "work" }] });
`;
  return makeWorkplace({
    "framework.js": `import { defineFramework, defineIr } from "@passwright/sdk";
const ir = defineIr({ name: "numbers", root: "list", nameOf: () => "list", childrenOf: () => [],
  parse: (text) => ({ value: Number(text) }), print: (list) => String(list.value) });
export default defineFramework({ name: "numbers", ir,
  extensionPoints: { work: { since: "1.0", doc: "arithmetic" } }, pipeline(b) { b.addExtensionPoint("work"); } });
`,
    "double.js": plugin("double", "list.value * 2"),
    "increase.js": plugin("increase", "list.value + 1"),
    "passwright.config.yaml": `framework: ./framework.js\nplugins: [./double.js, ./increase.js]\n${rules}`,
    "three.txt": "3",
  });
}

const images = (config: string): Workplace =>
  makeWorkplace({
    "svgo.config.mjs": config,
    "icons/dots.svg":
      '<svg xmlns="http://www.w3.org/2000/svg"><title>&lt;b&gt;</title><path d="M0 0h3v3H0z"/><path d="M4 4h3v3H4z"/></svg>\n',
    "icons/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h3v3H0z"/></svg>\n',
  });

const SVGO = 'export default { multipass: true, plugins: ["sortAttrs", "convertPathData", "mergePaths"] };\n';

describe("passwright check --orders", () => {
  it("reports steps whose order changes the output although no rule decides it, with both outputs and a rule", async () => {
    checkGolden(await numbers().passwright("check", "--orders", "three.txt"), "check-orders.txt", import.meta.url);
  });

  it("finds nothing to try where the rule is in the config", async () => {
    const rules =
      'rules: [{ pass: double, strong: true, before: increase, reason: "the output depends on this order" }]\n';
    const text = await numbers(rules).passwright("check", "--orders", "three.txt");
    expect(text).to.contain("0 pairs of 2 steps on 1 input: nothing to try").and.to.contain("--- exit 0");
  });

  it("reports an error if every input is left out, also for xray", async () => {
    const error = `error[PWR0305]: no order was tried, because every input was left out
help: correct the problem that the report contains for each input, or pass other inputs
`;
    const { passwright, folder } = numbers();
    writeFileSync(
      join(folder, "framework.js"),
      readFileSync(join(folder, "framework.js"), "utf8").replace("Number(text)", "Number(BigInt(text))"),
    );
    writeFileSync(join(folder, "four.txt"), "four");
    const text = await passwright("check", "--orders", "four.txt");
    expect(text)
      .to.contain("left out: four.txt: it fails: ")
      .and.to.contain(error)
      .and.to.match(/--- exit 1\n$/);
    expect(await passwright("check", "--orders", "four.txt", "three.txt")).to.not.contain("PWR0305");
    const icons = images(SVGO);
    writeFileSync(join(icons.folder, "icons/none.svg"), "<svg></b>");
    const shown = await icons.passwright("xray", "svgo.config.mjs", "icons/none.svg");
    expect(shown)
      .to.contain(error)
      .and.to.match(/--- exit 1\n$/);
  });

  it("reports that it does not try the orders of a graph", async () => {
    const graph = "graph: { pipelines: { first: { pipeline: builtin.module(symbol-dce) } } }\n";
    const { passwright } = makeWorkplace({
      "passwright.config.yaml": `plugins: ["@passwright/plugin-transforms"]\n${graph}`,
      "empty.mlir": "module {\n}\n",
    });
    expect(await passwright("check", "--orders", "empty.mlir")).to.equal(`--- out
resolves: 1 pipeline, 1 plugin
--- err
error[PWR0305]: no order was tried, because the framework has a graph of pipelines
help: to try the orders of the steps in one pipeline, copy this pipeline to a config with the key \`pipeline\`
--- exit 1
`);
  });

  it("prints the report as JSON", async () => {
    const text = await numbers().passwright("check", "--orders", "--json", "three.txt");
    const { checks } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as {
      readonly checks: readonly { readonly orders?: { readonly pairs: readonly { readonly result: string }[] } }[];
    };
    expect(checks.at(-1)?.orders?.pairs.map(({ result }) => result)).to.deep.equal(["conflict"]);
  });
});

describe("passwright xray", () => {
  it("shows the matrix of SVGO's plugins, and each conflict with its reduced input and both outputs", async () => {
    checkGolden(await images(SVGO).passwright("xray"), "xray.txt", import.meta.url);
  });

  it("uses the plugins with which Babel's presets compile the first input", async () => {
    const files = {
      "babel.config.json": '{ "presets": ["@babel/preset-typescript"], "plugins": ["./log.cjs"] }\n',
      "log.cjs":
        "module.exports = function log() { return { visitor: { DebuggerStatement(path) { path.remove(); } } }; };\n",
      "src/a.ts": "const a: number = 1; debugger;\n",
    };
    const { passwright, folder } = makeWorkplace(files);
    const babel = fileURLToPath(new URL("../../../node_modules/@babel", import.meta.url));
    symlinkSync(babel, join(folder, "node_modules/@babel"));
    expect(await passwright("xray", "babel.config.json", "src")).to.contain(
      "1 pair of 2 steps on 1 input: 1 commute\n",
    );
  });

  itLong("reads YAML in `.postcssrc`, and names a plugin whose promise never settles", async () => {
    const plugin = (name: string, body: string): string =>
      `module.exports = () => ({ postcssPlugin: "${name}", Once(root) { ${body} } });\nmodule.exports.postcss = true;\n`;
    const { passwright, folder } = makeWorkplace({
      ".postcssrc": "plugins:\n  ./first.cjs: {}\n  ./last.cjs: {}\n",
      "first.cjs": plugin("first", 'root.append("a{}")'),
      "last.cjs": plugin("last", 'root.append("b{}")'),
      "a.css": "c{}",
    });
    expect(await passwright("xray")).to.contain("1 pair of 2 steps on 1 input: 1 conflict");
    for (const [body, budget] of [
      ["return new Promise(() => {});", "300"],
      ["setInterval(() => {}, 1000); return new Promise(() => {});", "6"],
    ] as const) {
      writeFileSync(join(folder, "last.cjs"), plugin("last", body));
      // Starts a process, because the process of the tests always has work left.
      const bin = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));
      const args = [bin, "xray", "--budget", budget];
      const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env: childEnvironment() });
      expect(stdout).to.contain("left out: a.css: a promise of step `last` did not settle\n");
    }
    // An endless loop can only be ended together with the experiment.
    writeFileSync(join(folder, "last.cjs"), plugin("last", 'if (`${root}`.includes("a")) for (;;);'));
    expect(await passwright("xray", "--budget", "2")).to.equal(
      "--- err\nerror[PWR0501]: the time limit of 2 seconds for `xray` was reached while running pass `group<postcss>` " +
        "on 'root' (passes `first`, `last`)\n  --> a.css:1:1, step group<postcss>\n" +
        "help: increase --budget, or report the problem to the authors of passes `first`, `last`\n--- exit 1\n",
    );
  });

  it("does not overwrite inputs with the page", async () => {
    const { passwright, folder } = images(SVGO);
    const file = "icons/dots.svg";
    const before = readFileSync(join(folder, file), "utf8");
    expect(await passwright("xray", "svgo.config.mjs", file, "--html", file)).to.equal(
      `--- err\nerror[PWR0106]: output file \`${file}\` is an input\nhelp: pass another file with --html\n--- exit 1\n`,
    );
    expect(readFileSync(join(folder, file), "utf8")).to.equal(before);
  });

  it("prints the results so far if a pass of a later input does not end", async () => {
    const plugin = (name: string, body: string): string =>
      `module.exports = () => ({ postcssPlugin: "${name}", Once(root) { ${body} } });\nmodule.exports.postcss = true;\n`;
    const { passwright } = makeWorkplace({
      ".postcssrc": "plugins:\n  ./first.cjs: {}\n  ./last.cjs: {}\n",
      "first.cjs": plugin("first", 'root.append("a{}")'),
      "last.cjs": plugin("last", 'if (`${root}` === "loop{}") for (;;); root.append("b{}")'),
      "a.css": "c{}",
      "b.css": "loop{}",
    });
    const shown = await passwright("xray", "--budget", "5");
    expect(shown).to.contain("incomplete results:\n1 pair of 2 steps on 2 inputs: 1 conflict\n");
    expect(shown).to.contain(
      "\nnot tried: 1 of 2 inputs\nnot tried: a second run that confirms the results\n--- err\nerror[PWR0501]: ",
    );
    expect(shown).to.contain("--- exit 1\n");
    const json = JSON.parse(
      (await passwright("xray", "--budget", "5", "--json")).replace(/^--- out\n|--- exit 1\n$/g, ""),
    ) as {
      readonly pairs: readonly object[];
      readonly notTried: readonly string[];
      readonly diagnostics: readonly { readonly code: string }[];
    };
    expect(json.pairs).to.deep.equal([{ first: "first", second: "last", result: "conflict", inputs: { conflict: 1 } }]);
    expect(json.diagnostics.map(({ code }) => code)).to.deep.equal(["PWR0501"]);
  });

  itLong("writes a page that escapes text from inputs", async () => {
    const { passwright, folder } = images(SVGO);
    expect(await passwright("xray", "svgo.config.mjs", "icons/dots.svg", "--html", "orders.html")).to.contain("exit 0");
    const page = readFileSync(join(folder, "orders.html"), "utf8");
    const [data = ""] = /<script type="application\/json"[^]*?<\/script>/.exec(page) ?? [];
    expect(data)
      .to.contain('\\u003cpath d=\\"M0 0h3')
      .and.to.not.match(/<path|<b>/);
  });

  itLong("shows which moves of a step make outputs smaller", async () => {
    const { passwright } = makeWorkplace({
      "svgo.config.mjs":
        'export default { plugins: ["removeUnknownsAndDefaults", "cleanupAttrs", "collapseGroups"] };\n',
      "arrow.svg":
        '<svg xmlns="http://www.w3.org/2000/svg"><g fill="none" stroke="#000"><path fill="#000" stroke="#000" d="M0 0h3v3z"/></g></svg>\n',
    });
    checkGolden(await passwright("xray", "--measure", "wc -c < {}"), "xray-measure.txt", import.meta.url);
    const wrong = ["wc -c", "true {}"].map((command) => passwright("xray", "--measure", command));
    checkGolden((await Promise.all(wrong)).join("\n"), "xray-measure-refused.txt", import.meta.url);
  });

  it("refuses files that it cannot read, and names the package to install", async () => {
    const { passwright, folder } = images("export default { plugins: ['removeEverything'] };\n");
    writeFileSync(join(folder, "postcss.config.json"), "[");
    const alone = makeTemporaryFolder();
    writeFileSync(join(alone, "svgo.config.mjs"), SVGO);
    const texts = [
      await passwright("xray", "svgo.config.mjs"),
      await passwright("xray", "postcss.config.json"),
      await passwright("xray", "icons/dot.svg"),
      await numbers().passwright("xray", "passwright.config.yaml", "three.txt"),
      await passwright("xray", join(alone, "svgo.config.mjs")),
      await passwright("xray", "svgo.config.mjs", "nowhere.svg"),
      await makeWorkplace({ "svgo.config.mjs": "export default {};\n" }).passwright("xray"),
      await makeWorkplace({}).passwright("xray"),
      await makeWorkplace({ "svgo.config.mjs": SVGO, "babel.config.json": "{}" }).passwright("xray"),
      await passwright("xray", "--budget", "long"),
    ];
    checkGolden(texts.join("\n"), "xray-refused.txt", import.meta.url);
  });
});
