import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace, pluginText } from "./workplace.ts";

const config = "framework: press\nplugins: [plugin-data, ./again.js]\nlevel: hot\n";
const files = {
  "passwright.config.yaml": config.replace("level: hot\n", ""),
  // `setup` of the plugin throws, but the command `list` does not call it.
  "again.js": pluginText("throw new Error('set up');"),
};
const packages = ["press", "plugin-data"];

describe("passwright list", () => {
  it("lists everything in sections, and the code that it ran", async () => {
    const { passwright } = makeWorkplace(files, packages);
    checkGolden(await passwright("list"), "list.txt", import.meta.url);
    checkGolden(await passwright("list", "--json"), "list.json", import.meta.url);
  });

  it("lists selected sections", async () => {
    const { passwright } = makeWorkplace(files, packages);
    expect(await passwright("list", "targets", "hooks")).to.equal(
      "--- out\npress 2.0.0 · menu\n\ntargets, the first by default\n  hot\n  cold\n\nhooks\n  pressed  SyncHook  ()\n--- exit 0\n",
    );
    expect(
      JSON.parse((await passwright("list", "targets", "--json")).split("\n").slice(1, -2).join("\n")),
    ).to.deep.equal({
      version: 1,
      framework: { name: "press", version: "2.0.0" },
      anchor: "menu",
      targets: ["hot", "cold"],
      diagnostics: [],
    });
  });

  it("lists extension points that only a pipeline, or a pipeline of a graph, declares", async () => {
    const points = async (config: string): Promise<string> => {
      const { passwright } = makeWorkplace({
        "passwright.config.yaml": config,
        "undeclared.js": `import { defineFramework, defineIr } from "@passwright/sdk";
const ir = defineIr({ name: "grain", nameOf: () => "grain", childrenOf: () => [] });
const pipeline = (b) => ["middle", "end"].forEach((name) => b.addExtensionPoint(name));
export default defineFramework({ name: "mill", ir, anchor: "grain", pipeline });
`,
      });
      return passwright("list", "points");
    };
    const steps = '[{ point: middle, since: "1" }, { point: end, since: "2", doc: all is done }]';
    const text = `--- out
passwright.config.yaml · builtin.module

extension points
  end     since 2  all is done
  middle  since 1
--- exit 0
`;
    expect(await points(`pipeline: ${steps}\n`)).to.equal(text);
    expect(await points("framework: ./undeclared.js\n")).to.contain("\nextension points\n  end\n  middle\n");
    expect(await points(`graph: { pipelines: { only: { pipeline: ${steps} } } }\n`)).to.equal(text);
  });

  it("lists a section even if a folder has the same name", async () => {
    const { passwright } = makeWorkplace(
      { ...files, "plugins/notes.txt": "", "here/passwright.config.yaml": config },
      packages,
    );
    const shown = await passwright("list", "plugins");
    expect(shown).to.contain("plugin-data").and.to.contain("--- exit 0");
    expect(await passwright("list", "-c", ".", "plugins")).to.equal(shown);
    expect(await passwright("list", "here", "targets")).to.contain("PWL0101");
  });

  it("lists the named pipelines of the framework and of plugins, with their summaries", async () => {
    const { passwright } = makeWorkplace({
      "passwright.config.yaml": "framework: ./mill.js\nplugins: [./rye.js]\n",
      "mill.js": `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({ name: "grain", nameOf: () => "grain", childrenOf: () => [] });
const grind = definePass({ name: "grind", runOnOperation() {} });
const build = (manager) => void manager.addPass(grind);
export default defineFramework({ name: "mill", ir, anchor: "grain", passes: [grind],
  pipelines: [{ name: "fine", summary: "Grind fine", build }], pipeline: (b) => void b.addPass(grind) });
`,
      "rye.js": `import { definePlugin } from "@passwright/sdk";
export default definePlugin({ pipelines: [{ name: "dark", summary: "Grind rye", build() {} }] });
`,
    });
    const shown = await passwright("list", "pipelines");
    expect(shown).to.equal(`--- out
mill · grain

pipelines
  mill  grain(grind)
  dark  Grind rye
  fine  Grind fine
--- exit 0
`);
    expect(await passwright("list", "pipelines", "--json")).to.contain('"summary": "Grind fine"');
  });

  it("lists the named pipelines of a plugin whose manifest declares its passes", async () => {
    const manifest = { kind: "plugin", api: "^1.0.0", passes: [{ name: "one" }], setup: false };
    const { passwright } = makeWorkplace({
      "passwright.config.yaml": "pipeline: [one]\nplugins: [declared]\n",
      "node_modules/declared/package.json": JSON.stringify({
        name: "declared",
        type: "module",
        main: "./index.js",
        passwright: manifest,
      }),
      "node_modules/declared/index.js": `import { definePass, definePlugin } from "@passwright/sdk";
const one = definePass({ name: "one", runOnOperation() {} });
export default definePlugin({ passes: [one], pipelines: [{ name: "twice", summary: "Two", build() {} }] });
`,
    });
    expect(await passwright("list", "pipelines")).to.match(/ {2}twice +Two\n--- exit 0/);
    expect(await passwright("list", "pipelines", "--data-only")).to.not.contain("twice");
    expect(await passwright("list", "plugins")).to.not.contain("its code was run");
  });

  it("lists a pipeline that is data without running code", async () => {
    const pipeline =
      'pipeline: "builtin.module(func.func(one,two))"\nbundles: { both: [one, two] }\nplugins: [declared]\n';
    const manifest = { kind: "plugin", api: "^1.0.0", passes: [{ name: "one" }, { name: "two", types: ["Cleanup"] }] };
    const { passwright } = makeWorkplace({
      "passwright.config.yaml": pipeline,
      "node_modules/declared/package.json": JSON.stringify({
        name: "declared",
        main: "./index.js",
        passwright: manifest,
      }),
      "node_modules/declared/index.js": "throw new Error('run');\n",
    });
    const shown = await passwright("list", "--data-only");
    expect(shown).to.contain("builtin.module(func.func(one,two))").and.to.contain("both");
    expect(shown).to.match(/ {2}two +Cleanup +any +declared\n/);
    expect(await passwright("list")).to.equal(shown);
  });

  it("reports errors of a config", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.yaml": "framework: nowhere\n" });
    expect(await passwright("list")).to.match(/^--- err\nerror\[PWL0101\][^]*--- exit 1\n$/);
    expect(await passwright("list", "--json")).to.match(/"code": "PWL0101"[^]*--- exit 1\n$/);
  });
});
