import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { globSync } from "tinyglobby";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const packageJson = (kind: string, head: object = { manifest: "./passwright.manifest.json" }): string =>
  JSON.stringify({
    name: "mint",
    version: "1.2.3",
    type: "module",
    exports: "./index.js",
    passwright: { kind, api: "^1.0.0", ...head },
  });

const plugin = `import { definePass, definePlugin, int, PassType } from "@passwright/sdk";
const mint = definePass({ name: "mint", summary: "adds leaves", anchor: "tea", types: [PassType.LateOptimization],
  options: { leaves: int(2, "how many", { min: 1, max: 9 }) }, runOnOperation() {} });
export default definePlugin({
  passes: [mint],
  options: { fresh: int(1, "days", { min: 0, max: 7 }) },
  needs: { extensionPoints: ["tea.end"] },
  insert: [{ pass: mint, at: "tea.end", options: { leaves: 3 }, reason: "cold leaves" }],
  rules: [{ pass: "mint", after: "boil", strong: true, reason: "leaves wilt" }],
  bundles: { garnish: { kind: "contiguous", passes: ["mint", { pass: "mint", options: { leaves: 1 } }] } },
  taps: ({ fresh }) => ({ word: () => fresh }),
});
`;

const framework = (
  pipeline: string,
  more = "",
): string => `import { code, definePass, defineFramework, defineGraphFramework } from "@passwright/sdk";
import { lines } from "./node_modules/kettle/ir.js";
const pass = (name) => definePass({ name, anchor: "tea", types: name === "pour" ? ["Lowering"] : ["Infusion"], runOnOperation() {} });
const [boil, steep, pour] = ["boil", "steep", "pour"].map(pass);
const sift = definePass({ name: "sift", anchor: "tea", options: { by: code("what to keep") }, runOnOperation() {} });
export default ${pipeline.includes("graph(") ? "defineGraphFramework" : "defineFramework"}({ name: "pot", ir: lines, anchor: "menu", targets: ["cup", "jug"], levels: ["O0", "O1"],
  extensionPoints: { "tea.end": { since: "1", doc: "the tea is made" } }, passTypes: { Infusion: "puts something in" },
  ${more}
  ${pipeline} });
`;

function made(kind: string, code: string, head?: object): Workplace & { manifest(): string } {
  const workplace = makeWorkplace(
    { "package.json": packageJson(kind, head), "index.js": code, "passwright.config.yaml": "framework: .\n" },
    ["kettle"],
  );
  const read = (): string => readFileSync(join(workplace.folder, "passwright.manifest.json"), "utf8");
  return { ...workplace, manifest: read };
}

const dataOf = (text: string): { readonly [key: string]: unknown } =>
  JSON.parse(text) as { readonly [key: string]: unknown };

describe("passwright manifest", () => {
  it("writes the data of a plugin that planning needs, and checks it", async () => {
    const { passwright, manifest, folder } = made("plugin", plugin);
    expect(await passwright("manifest", "--check")).to.contain("= `./passwright.manifest.json` does not exist\n");
    expect(await passwright("manifest")).to.equal("--- out\npasswright.manifest.json: 1 pass\n--- exit 0\n");
    const text = manifest();
    expect(dataOf(text)).to.deep.equal({
      setup: false,
      passes: [
        {
          name: "mint",
          summary: "adds leaves",
          anchor: "tea",
          types: ["LateOptimization"],
          options: {
            leaves: { type: "integer", minimum: 1, maximum: 9, default: 2, description: "how many" },
          },
        },
      ],
      options: { fresh: { type: "integer", minimum: 0, maximum: 7, default: 1, description: "days" } },
      needs: { extensionPoints: ["tea.end"] },
      taps: [{ hook: "word", name: "mint" }],
      insert: [{ pass: "mint", at: "tea.end", options: { leaves: 3 }, reason: "cold leaves" }],
      rules: [{ pass: "mint", after: "boil", strong: true, reason: "leaves wilt" }],
      bundles: { garnish: { kind: "contiguous", passes: ["mint", { pass: "mint", options: { leaves: 1 } }] } },
    });
    expect(await passwright("manifest")).to.contain("exit 0");
    expect(manifest(), "a second time").to.equal(text);
    expect(await passwright("manifest", "--check", ".")).to.equal(
      "--- out\npasswright.manifest.json: up to date\n--- exit 0\n",
    );
    // Git can write the file with line ends of Windows.
    writeFileSync(join(folder, "passwright.manifest.json"), text.replaceAll("\n", "\r\n"));
    expect(await passwright("manifest", "--check")).to.contain("up to date");
    writeFileSync(
      join(folder, "passwright.manifest.json"),
      text.replace("LateOptimization", "Cleanup").replace("adds", "ads").replace('"maximum": 9', '"maximum": 8'),
    );
    expect(await passwright("manifest", "--check")).to.equal(`--- err
error[PWL0205]: the manifest of \`mint\` does not match the code
  --> plugin mint 1.2.3, passwright.manifest.json:1:1
   = \`passes.mint.summary\`: "ads leaves" in the manifest, "adds leaves" in the code
   = \`passes.mint.types\`: ["Cleanup"] in the manifest, ["LateOptimization"] in the code
   = \`passes.mint.options.leaves.maximum\`: 8 in the manifest, 9 in the code
help: run \`passwright manifest\` in the folder of the package
--- exit 1
`);
  });

  it("prints why planning needs the code", async () => {
    const withSetup = made("plugin", plugin.replace("taps:", "setup() {}, taps:"));
    expect(await withSetup.passwright("manifest")).to.contain(
      "1 pass, planning needs its code: it has a setup, or options with functions\n",
    );
    const code = plugin
      .replace("import { ", "import { code, ")
      .replace("options: { leaves: int(", 'options: { sieve: code("which leaves to keep"), leaves: int(')
      .replace("options: { leaves: 3 }", "options: { leaves: 3, sieve: (leaf) => leaf > 1 }");
    const withCode = made("plugin", code);
    expect(await withCode.passwright("manifest")).to.contain("its code: it has a setup, or options with functions\n");
    const withRegExp = made("plugin", code.replace("(leaf) => leaf > 1", "/leaf/"));
    await withRegExp.passwright("manifest");
    expect(dataOf(withRegExp.manifest())["insert"]).to.deep.equal(dataOf(withCode.manifest())["insert"]);
    writeFileSync(join(withCode.folder, "passwright.config.yaml"), "framework: kettle\nplugins: [.]\n");
    expect(await withCode.passwright("plan", "--json")).to.contain('"sieve": "function:');
    for (const body of [
      'pipeline(b, { choice }) { if (choice.target === "jug") b.nest("tea").addPass(boil); }',
      'pipeline(b, { choice }) { if (choice.level === "O1") b.nest("tea").addPass(boil); }',
      "pipeline(b, { choice }) { if (choice.option?.milk) b.nest('tea').addPass(boil); }",
      'pipeline(b) { b.nest("tea").addPass(sift, { options: { by: (leaf) => leaf } }); }',
      'pipeline(b) { b.nest("tea").addPass(sift, { options: { by: /leaf/ } }); }',
      'pipeline(b) { b.addBundle("sifted", [[sift, { by: /leaf/ }]]); }',
      "graph(g) { g.registerPipeline('one', {}, (manager) => void manager.nest('tea').addPass(boil)); }",
      "graph(g) { g.registerPipeline('one'); g.registerPipeline('two'); g.registerChoice('which', { branches: [{ pipeline: 'one', test: () => true }], else: 'two' }); }",
    ]) {
      const { passwright, manifest } = made("framework", framework(body));
      expect(await passwright("manifest"), body).to.contain(
        "planning needs its code: its pipeline is dynamic, or has options with functions\n",
      );
      expect((dataOf(manifest())["pipeline"] as { readonly dynamic?: true }).dynamic, body).to.equal(true);
      expect(await passwright("plan"), body).to.contain("exit 0");
      expect(await passwright("plan", "--data-only"), body).to.contain("PWL0407");
    }
  });

  it("writes pipelines of frameworks from which the same is planned for every target and level", async () => {
    for (const body of [
      `pipeline(b) {
         const tea = b.nest("tea");
         tea.addPass(boil, { reason: "hot" });
         tea.addExtensionPoint("tea.end");
         tea.addPass(pour, { removable: true });
         tea.addBefore("pour", steep, { types: ["Cleanup"] });
         b.when({ target: "jug", level: ["O1"] }).addPass(pour);
         b.addBundle("again", [steep, pour], { kind: "contiguous", when: { level: "O1" } });
         b.rule(steep).strong.after("boil", { reason: "cold water" });
       }`,
      "pipeline(b) { b.nest('tea').addPass(boil); b.nest('tea').addPass(pour); b.nest('menu').nest('tea').addPass(steep); }",
      "pipeline(b) { b.when({ option: { milk: true } }).addPass(boil); b.nestEverywhere('tea').addPass(pour); }",
    ]) {
      const { passwright } = made("framework", framework(body));
      const choices = ["cup", "jug"].flatMap((target) =>
        ["O0", "O1"].map((level) => ["--target", target, "-O", level]),
      );
      const texts = async (...more: readonly string[]): Promise<readonly string[]> =>
        Promise.all(choices.map((choice) => passwright("plan", "--format", "mlir", ...choice, ...more)));
      const fromCode = await texts();
      expect(fromCode[0], body).to.contain("menu(");
      expect(await passwright("manifest"), body).to.match(/json: [23] passes\n--- exit 0\n$/);
      expect(await texts("--data-only"), body).to.deep.equal(fromCode);
      expect(await passwright("check"), body).to.contain("resolves");
      expect(await passwright("manifest", "--check"), body).to.contain("up to date");
    }
  });

  it("writes graphs of frameworks", async () => {
    const body = `graph(g) {
      const one = g.makeBuilder(); one.nest("tea").addPass(boil); one.addExtensionPoint("tea.end");
      g.registerPipeline("one", { successors: ["end"], jumpTargets: [{ to: "two", max: 3 }, "stop"] }, one);
      const two = g.makeBuilder(); two.addBundle("late", [steep, pour]);
      g.registerPipeline("two", { predecessors: ["one"], successors: ["end"] }, two);
      const three = g.makeBuilder();
      g.registerPipeline("three", { predecessors: ["one"], successors: ["end"] }, three);
      g.registerPipeline("end");
      g.registerChoice("which", { branches: [{ pipeline: "two", when: { target: "jug" } }], else: "three" });
    }`;
    const { passwright } = made("framework", framework(body));
    const fromCode = await passwright("graph", "--target", "jug");
    expect(fromCode).to.contain("exit 0");
    expect(await passwright("manifest")).to.equal("--- out\npasswright.manifest.json: 3 passes\n--- exit 0\n");
    expect(await passwright("graph", "--target", "jug", "--data-only")).to.equal(fromCode);
    expect(await passwright("manifest", "--check")).to.contain("up to date");
  });

  it("describes how a pipeline differs like `diff`", async () => {
    const body = 'pipeline(b) { const tea = b.nest("tea"); tea.addPass(boil); tea.addPass(pour); }';
    const { passwright, folder } = made("framework", framework(body));
    await passwright("manifest");
    writeFileSync(join(folder, "other.js"), framework(body.replace("tea.addPass(pour)", "tea.addPass(steep)")));
    writeFileSync(join(folder, "package.json"), packageJson("framework").replace("index.js", "other.js"));
    const notes = (text: string): string[] => text.split("\n").filter((line) => line.startsWith("   = "));
    const differences = ["   = `pour` was removed", "   = `steep` is new, after `boil`: base pipeline (framework pot)"];
    for (const command of [["manifest", "--check"], ["check"]])
      expect(notes(await passwright(...command)).slice(-2), command.join(" ")).to.deep.equal(differences);
  });

  it("writes nothing if the code or the package.json does not allow it", async () => {
    const none = made("plugin", plugin, {});
    expect(await none.passwright("manifest")).to.equal(`--- err
error[PWL0112]: the package.json of \`mint\` does not set \`passwright.manifest\`
  --> plugin mint 1.2.3, package.json:1:73
   | {"name":"mint","version":"1.2.3","type":"module","exports":"./index.js","passwright":{"kind":"plugin","api":"^1.0.0"}}
   |                                                                         ^
help: add \`"manifest": "./passwright.manifest.json"\` to \`passwright\` in the package.json
--- exit 1
`);
    const broken = made("framework", framework("pipeline(b) { throw new Error('no water'); }"));
    expect(await broken.passwright("manifest"))
      .to.contain("error[PWL0210]")
      .and.contain("exit 1");
    expect(() => broken.manifest()).to.throw("ENOENT");
    const misspelled = made("framework", framework("pipeline() {}, levls: []"));
    expect(await misspelled.passwright("manifest")).to.equal(`--- err
error[PWL0204]: framework \`mint\`: unknown key \`levls\`; did you mean \`levels\`?
  --> framework mint 1.2.3, package.json:1:73
   | {"name":"mint","version":"1.2.3","type":"module","exports":"./index.js","passwright":{"kind":"framework","api":"^1.0.0","manifest":"./passwright.manifest.json"}…
   |                                                                         ^
help: correct the argument of \`defineFramework\`
--- exit 1
`);
    expect(await none.passwright("manifest", ".", "more")).to.contain("exit 2");
  });

  it("never replaces package.json, code, or a file outside of the package", async () => {
    const json = (manifest: string): string =>
      `error[PWL0013]: \`passwright.manifest\` must be a .json file other than package.json, not "${manifest}"`;
    const outside = (manifest: string): string =>
      `error[PWL0109]: \`manifest\` refers to a file outside the package: \`${manifest}\``;
    for (const [manifest, error] of [
      ["./package.json", json("./package.json")],
      ["package.json", json("package.json")],
      ["./index.js", json("./index.js")],
      ["../m.json", outside("../m.json")],
      ["./link.json", outside("./link.json")],
    ] as const) {
      const files = {
        "mint/package.json": packageJson("plugin", { manifest }),
        "mint/index.js": plugin,
        "m.json": "{}",
      };
      const { passwright, folder } = makeWorkplace(files, ["kettle"]);
      symlinkSync(join(folder, "m.json"), join(folder, "mint/link.json"));
      expect(await passwright("manifest", "mint"), manifest).to.contain(`--- err\n${error}\n  --> plugin mint`);
      for (const [file, text] of Object.entries(files)) expect(readFileSync(join(folder, file), "utf8")).to.equal(text);
    }
  });

  it("has a file inside of the package, and nothing beside it", async () => {
    const outside = made("plugin", plugin, { manifest: "../m.json" });
    expect(await outside.passwright("list", "-c", "passwright.config.yaml")).to.contain("exit 1");
    for (const [head, error] of [
      [{ manifest: "../m.json" }, "error[PWL0109]: `manifest` refers to a file outside the package: `../m.json`"],
      [
        { manifest: "./m.json", passes: [] },
        "error[PWL0013]: `passwright.passes` must be in ./m.json, not in package.json\n",
      ],
      [
        { manifest: "./m.json", passes: [] },
        "\nhelp: remove `passes`, which `passwright manifest` writes to ./m.json\n",
      ],
    ] as const) {
      const { passwright } = makeWorkplace(
        {
          "passwright.config.yaml": "framework: kettle\nplugins: [./mint]\n",
          "mint/package.json": packageJson("plugin", head),
          "mint/index.js": plugin,
        },
        ["kettle"],
      );
      expect(await passwright("plan")).to.contain(error);
    }
  });
});

describe("a manifest that cannot be written or read", () => {
  const errorOf = async (code: string, head: object, command: readonly string[]): Promise<string> =>
    made("plugin", code, head).passwright(...command);

  it("is reported at package.json if the code has no plugin", async () => {
    expect(await errorOf("export const plugin = 1;\n", { manifest: "./m.json" }, ["manifest"])).to.contain(
      "the default export of `mint` is not a plugin\n  --> plugin mint 1.2.3, package.json:1:",
    );
  });

  it("is reported if package.json does not have the field `passwright`", async () => {
    const { passwright } = makeWorkplace({ "mint/package.json": '{ "name": "mint" }' });
    expect(await passwright("manifest", "mint")).to.equal(`--- err
error[PWL0104]: \`mint\` is neither a plugin nor a framework for Passwright
  --> plugin mint, mint/package.json:1:1
   | { "name": "mint" }
   | ^
   = the package.json does not have the field \`passwright\`
help: add \`"passwright": { "kind": "plugin", "api": "^1.0.0" }\` to package.json, with the kind \`plugin\` or \`framework\`
--- exit 1
`);
  });

  it("is reported to the author, also in another folder, with exit code 1", async () => {
    for (const [code, error] of [
      ["passes: [3]", "PWL0204]: plugin `mint`: `passes[0]` must be the result of `definePass`, not 3"],
      ["passes: [definePass({ name: 'a b', runOnOperation() {} })]", "PWC0101]: `a b` cannot be the name of a pass"],
    ] as const) {
      const files = {
        "mint/package.json": packageJson("plugin"),
        "mint/index.js": plugin.replace("passes: [mint]", code),
      };
      const text = await makeWorkplace(files, ["kettle"]).passwright("manifest", "mint");
      expect(text).to.contain(`--- err\nerror[${error}\n`).and.contain("--- exit 1\n");
      expect(text).to.contain("\nhelp: ").and.not.contain("report the problem");
    }
  });

  it("is reported without a position if the data of the code is invalid", async () => {
    const code = plugin.replace('reason: "leaves wilt"', 'because: "leaves wilt"');
    const text = await errorOf(code, { manifest: "./m.json" }, ["manifest"]);
    expect(text).to.contain("error[PWL0011]: unknown key `because` in `rules[0]`\n  --> plugin mint 1.2.3\n");
  });

  it("is reported if the taps that a function returns are invalid", async () => {
    const shape = "`taps` must return a table that maps hooks to functions";
    for (const [taps, error] of [
      ["'word'", `error[PWL0204]: plugin \`mint\`: ${shape}`],
      ["null", `error[PWL0204]: plugin \`mint\`: ${shape}`],
      ["[]", `error[PWL0204]: plugin \`mint\`: ${shape}`],
      ["Promise.resolve({})", `error[PWL0204]: plugin \`mint\`: ${shape}`],
      ["{ word: 4 }", "error[PWL0204]: plugin `mint`: `taps.word` must be a function, not 4"],
      ["{ get word() { throw new Error('no') } }", "error[PWL0208]: the taps of `mint` threw an exception: Error: no"],
    ] as const) {
      const code = plugin.replace("({ word: () => fresh })", `(${taps})`);
      const { passwright, folder } = made("plugin", code);
      expect(await passwright("manifest"), taps).to.contain(`--- err\n${error}\n  --> plugin mint 1.2.3, `);
      writeFileSync(join(folder, "passwright.manifest.json"), '{ "passes": [{ "name": "mint" }] }\n');
      writeFileSync(join(folder, "passwright.config.yaml"), "framework: kettle\nplugins: [.]\n");
      expect(await passwright("check"), taps).to.contain(`--- err\n${error}\n  --> plugin mint 1.2.3, `);
    }
  });

  it("is reported with a next step if the folder does not exist", async () => {
    const text = await errorOf(plugin, { manifest: "./data/m.json" }, ["manifest"]);
    expect(text).to.contain("help: create folder `data`, or correct `passwright.manifest` in the package.json\n");
  });

  it("cannot be written for a folder that does not exist", async () => {
    expect(await made("plugin", plugin).passwright("manifest", "nowhere")).to.contain(
      "help: correct the path; a path is relative to the current folder\n",
    );
  });

  it("is reported with the position of a syntax error", async () => {
    const { folder, passwright } = made("plugin", plugin);
    writeFileSync(join(folder, "passwright.manifest.json"), '{\n  "passes": [,]\n}\n');
    expect(await passwright("manifest", "--check")).to.contain(
      "it is not valid JSON (value expected)\n  --> plugin mint 1.2.3, passwright.manifest.json:2:14\n",
    );
  });
});

describe("manifests of this repository", () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const folders = globSync("{plugins,examples}/**/passwright.manifest.json", {
    cwd: root,
    ignore: ["**/node_modules/**"],
  }).map((path) => path.split("/").slice(0, -1).join(sep));

  it("are equal to the code", async () => {
    expect(folders.length).to.be.greaterThan(5);
    for (const folder of folders) {
      const outcome = outcomeText(await runProgram(main, ["manifest", "--check", folder], { cwd: root }));
      expect(outcome, relative(root, folder)).to.contain("up to date");
    }
  });
});
