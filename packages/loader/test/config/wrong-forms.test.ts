import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

async function said(config: string, files: { readonly [path: string]: string } = {}): Promise<string> {
  const project = makeProject({ "passwright.config.yaml": config, ...files }, ["kettle"]);
  const { diagnostics } = await loadSession({ cwd: project.folder });
  return project.show(diagnostics);
}

const helpIn = (text: string): string | undefined => /^help: (.*)$/m.exec(text)?.[1];

describe("configs in a wrong form", () => {
  it("name an existing file without `./`", async () => {
    const files = { "base.yaml": "framework: kettle\n", "fw.js": "", "plug.js": "", "folder/package.json": "{}" };
    expect(await said("extends: base.yaml\n", files)).to.equal(
      `error[PWL0101]: config \`base.yaml\` does not exist
  --> passwright.config.yaml:1:10
   | extends: base.yaml
   |          ^
help: did you mean \`./base.yaml\`?`,
    );
    for (const [config, named] of [
      ["framework: fw.js\n", "./fw.js"],
      ["framework: kettle\nplugins: [plug.js]\n", "./plug.js"],
      ["framework: kettle\nplugins: [folder]\n", "./folder"],
      ["framework: kettle\nplugins: [./plug]\n", "./plug.js"],
    ] as const) {
      const text = await said(config, files);
      expect(helpIn(text), config).to.equal(`did you mean \`${named}\`?`);
      if (!config.includes("./")) expect(text).to.not.contain("tried");
    }
  });

  it("give a pipeline of a graph another anchor than its text", async () => {
    const lines =
      "graph:\n  pipelines:\n    cup: { anchor: saucer, pipeline: cup(boil) }\n    pot: { pipeline: pot(boil) }\n";
    expect(await said(lines)).to.equal(
      `error[PWL0013]: \`graph.pipelines.cup.anchor\` must be \`cup\`, the operation in the text of \`pipeline\`, not "saucer"
  --> passwright.config.yaml:3:20
   |     cup: { anchor: saucer, pipeline: cup(boil) }
   |                    ^
help: remove \`anchor\`, or change the text of \`pipeline\``,
    );
  });

  it("have a graph and a pipeline", async () => {
    expect(await said("pipeline: [boil]\ngraph: {}\n")).to.equal(
      `error[PWL0025]: the config has both \`graph\` and \`pipeline\`
  --> passwright.config.yaml:2:1
   | graph: {}
   | ^
help: remove one of the two keys, or add the pipeline to \`graph.pipelines\``,
    );
    const extended = await said("extends: ./base.yaml\ngraph: {}\n", { "base.yaml": "pipeline: [boil]\n" });
    expect(extended).to.contain("PWL0025");
  });

  it("report a condition of a pipeline once", async () => {
    const config = "pipeline:\n  - { pass: boil, when: { level: [O9] } }\nlevels: [O1]\nframeworks: []\n";
    const text = await said(config.replace("frameworks: []\n", "plugins: [./p.js]\n"), {
      "p.js": `import { definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [definePass({ name: "boil", runOnOperation() {} })] });
`,
    });
    expect(text.match(/PWL0403/g)).to.have.lengthOf(1);
  });

  it("get a help that shows the correct form", async () => {
    for (const [config, help] of [
      ["framework:kettle\n", "add a space after the colon: `framework: kettle`"],
      ["framework: kettle\ninsert: [boil]\n", "write a map such as `{ pass: boil, … }`"],
      ["framework: kettle\ninsert: [[]]\n", "write a map such as `{ pass: …, … }`"],
      ["kettle\n", "write a map"],
      ["pipeline:\n", "write a list of steps, or the text of a pipeline"],
    ] as const)
      expect(helpIn(await said(config)), config).to.equal(help);
  });

  it("do not have the name of a manifest in messages", async () => {
    const json = { name: "cup", type: "module", passwright: { kind: "plugin", api: "^1.0.0", manifest: "./m.json" } };
    const files = { "cup/package.json": JSON.stringify(json), "cup/m.json": "[]\n" };
    expect(await said("framework: kettle\nplugins: [./cup]\n", files)).to.contain(
      "error[PWL0013]: the manifest must be a map, not a list",
    );
  });
});
