import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

describe("a plugin that is named from within its own package", () => {
  it("reports an unreadable package.json as such, and not as missing", async () => {
    const project = makeProject(
      {
        "package.json": '{\n  "name": "doubling"\n  "type": "module"\n}\n',
        "passwright.config.yaml": "framework: kettle\nplugins: [doubling]\n",
      },
      ["kettle"],
    );
    const { diagnostics } = await loadSession({ cwd: project.folder, config: project.folder });
    expect(project.show(diagnostics)).to.match(
      /^error\[PWL0103\]: the package.json of `[^`]*` cannot be read: [^\n]*\n {2}--> plugin doubling, package.json:3:3/,
    );
  });

  it("is found", async () => {
    const project = makeProject(
      {
        "package.json":
          '{ "name": "doubling", "type": "module", "exports": "./index.js", "passwright": { "kind": "plugin", "api": "^1.0.0" } }',
        "index.js": 'import { definePlugin } from "@passwright/sdk";\nexport default definePlugin({ passes: [] });\n',
        "passwright.config.yaml": "framework: kettle\nplugins: [doubling]\n",
      },
      ["kettle"],
    );
    const { diagnostics } = await loadSession({ cwd: project.folder, config: project.folder });
    expect(project.show(diagnostics)).to.equal("");
  });
});

describe("a plugin whose folder in `node_modules` is a broken link or does not have a package.json", () => {
  it("is missing, and the same name is not suggested", async () => {
    const project = makeProject(
      { "passwright.config.yaml": "framework: kettle\nplugins: [doubling]\n", "node_modules/doubling/index.js": "" },
      ["kettle"],
    );
    const { diagnostics } = await loadSession({ cwd: project.folder, config: project.folder });
    expect(diagnostics.flatMap(({ code, help = [] }) => [code, ...help])).to.deep.equal([
      "PWL0101",
      "for a folder of your own, use a path: `- ./path/to/doubling`; for a package in your workspace, run `npm install`; for a published package that you trust, run `npm install doubling`",
    ]);
  });
});

describe("a pass of a plugin that is installed and not named", () => {
  const passes = [{ name: "knead" }];
  const head = { kind: "plugin", api: "^1.0.0" };
  const cases = {
    "in package.json": { "package.json": { ...head, setup: false, passes } },
    "in a generated manifest": {
      "package.json": { ...head, manifest: "passwright.json" },
      "passwright.json": { passes },
    },
  };
  for (const [where, { "package.json": passwright, ...files }] of Object.entries(cases)) {
    it(`is found by its declaration ${where}`, async () => {
      const folder = "node_modules/passwright-plugin-dough";
      const project = makeProject(
        {
          "passwright.config.yaml": "framework: kettle\ninsert: [{ pass: knead, before: boil }]\n",
          [`${folder}/package.json`]: JSON.stringify({ name: "passwright-plugin-dough", passwright }),
          ...Object.fromEntries(
            Object.entries(files).map(([name, json]) => [`${folder}/${name}`, JSON.stringify(json)]),
          ),
        },
        ["kettle"],
      );
      const { diagnostics } = await loadSession({ cwd: project.folder, config: project.folder });
      expect(project.show(diagnostics)).to.match(
        /^error\[PWL0402\]: no framework or plugin provides a pass named `knead`\n[^]*\nhelp: add `passwright-plugin-dough`, which provides `knead`, to `plugins`$/,
      );
    });
  }

  it("is not found if the pass runs on another IR", async () => {
    const helpFor = async (ir: string): Promise<string> => {
      const passwright = { ...head, setup: false, passes: [{ name: "knead", ir }] };
      const project = makeProject({
        "passwright.config.yaml":
          "framework: ./bakery\ninsert: [{ pass: knead, after: bake }, { pass: bakery::bakes, end: true }]\n",
        "bakery/package.json": JSON.stringify({
          name: "bakery",
          passwright: {
            ...head,
            kind: "framework",
            passes: [{ name: "bake", ir: "bread" }],
            pipeline: { name: "bakery", anchor: "any", steps: ["bake"] },
          },
        }),
        "node_modules/passwright-plugin-dough/package.json": JSON.stringify({
          name: "passwright-plugin-dough",
          passwright,
        }),
      });
      const { diagnostics } = await loadSession({ cwd: project.folder, config: project.folder });
      return diagnostics.flatMap(({ code, help }) => (code === "PWL0402" ? [help?.join()] : [])).join("\n");
    };
    const similar = "did you mean `bake`?";
    expect([await helpFor("bread"), await helpFor("mlir")]).to.deep.equal([
      `add \`passwright-plugin-dough\`, which provides \`knead\`, to \`plugins\`\n${similar}`,
      `add the plugin that provides the pass to \`plugins\`\n${similar}`,
    ]);
  });
});
