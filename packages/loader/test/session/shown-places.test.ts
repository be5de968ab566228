import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

type Files = { readonly [path: string]: string };

/** Diagnostics of a config in a subfolder, as a command in the parent folder prints them. */
async function said(files: Files, config = "shop"): Promise<string> {
  const project = makeProject(files, ["kettle"]);
  const { diagnostics } = await loadSession({ cwd: project.folder, config });
  return project.show(diagnostics);
}

describe("where something is wrong with a plan", () => {
  it("is a path that the reader can open, in each file of the config, with the line", async () => {
    const files: Files = {
      // Not the one that is meant, and of the same name.
      "passwright.config.yaml": "framework: kettle\n",
      "shop/passwright.config.yaml":
        "extends: [../base.yaml, acme-config]\r\nrules:\r\n  - { pass: boil, before: prou, reason: r }\r\n",
      "base.yaml": "framework: kettle\nrules:\n\n    - { pass: bioil, before: pour, reason: r }\n",
      "node_modules/acme-config/package.json": '{ "name": "acme-config" }',
      "node_modules/acme-config/.passwrightrc": "overrides: [{ ban: puor }]\n",
    };
    const places = (await said(files)).split("\n").filter((line) => /^ +(-->|\|)/.test(line));
    expect(places).to.deep.equal([
      "  --> base.yaml:4:15",
      "   |     - { pass: bioil, before: pour, reason: r }",
      "   |               ^",
      "  --> shop/passwright.config.yaml:3:27",
      "   |   - { pass: boil, before: prou, reason: r }",
      "   |                           ^",
      "  --> node_modules/acme-config/.passwrightrc:1:20",
      "   | overrides: [{ ban: puor }]",
      "   |                    ^",
    ]);
  });

  it("is the config's file if it has the pipeline, and otherwise the framework's", async () => {
    const files: Files = {
      "shop/passwright.config.yaml": "name: mine\npipeline: [{ point: end }, { point: end }]\n",
      "bar/passwright.config.yaml": "framework: ./counter.js\n",
      "bar/counter.js": `import { defineFramework } from "@passwright/sdk";
const ir = { name: "none", intern() {}, nameOf() {}, parentOf() {}, collectNested() {} };
export default defineFramework({ name: "counter", anchor: "any", ir, pipeline(builder) {
  builder.addExtensionPoint("end");
  builder.addExtensionPoint("end");
} });
`,
    };
    expect(await said(files)).to.match(/is added twice\n {2}--> shop\/passwright\.config\.yaml:2:1\n {3}\| pipeline: /);
    expect(await said(files, "bar")).to.match(/is added twice\n {2}--> framework \.\/counter\.js\n/);
  });

  it("is the position of a module without a source line", async () => {
    const text =
      "export default {\n  framework: 'kettle',\n  rules: [{ pass: 'boil', before: 'prou', reason: 'r' }],\n};\n";
    expect(await said({ "shop/passwright.config.mjs": text })).to.contain(
      "warning[PWB0204]: rule has no effect: `boil` should be before `prou`\n   = reason",
    );
  });
});
