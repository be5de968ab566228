import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

type Files = { readonly [path: string]: string };

/** Returns the diagnostics of a config in a subfolder, as a command in the parent folder prints them. */
async function said(files: Files, config = "shop"): Promise<string> {
  const project = makeProject(files, ["kettle"]);
  const { diagnostics } = await loadSession({ cwd: project.folder, config });
  return project.show(diagnostics);
}

describe("where something is wrong with a plan", () => {
  it("is a path that the reader can open, in each file of the config, with the line", async () => {
    const files: Files = {
      // Another config with the same name, which must not be used.
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

  it("is the type or extension point that does not exist", async () => {
    const config =
      "framework: kettle\ninsert:\n  - { pass: boil, at: cup.edn }\n  - { pass: boil, afterType: Lowring }\n";
    const shown = await said({ "shop/passwright.config.yaml": config });
    expect(shown.match(/^error.*|.*-->.*/gm)).to.deep.equal([
      "error[PWB0103]: no extension point `cup.edn` in the pipeline",
      "  --> shop/passwright.config.yaml:3:23",
      "error[PWB0102]: no pass of type Lowring in the pipeline",
      "  --> shop/passwright.config.yaml:4:30",
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

  it("is the name in a config that is code", async () => {
    const text = `// { framework: 'none' }
const quotes = /["'{]/;
export default defineConfig({
  "framework": \`kettle\`,
  insert: [
    { pass: 'garnish', before: 'pour' }, // the first
    {
      pass: 'garnish',
      after: String('sitr'), // not "boil"
    },
  ] as const,
  rules: [{ pass: 'boil', before: 'prou', reason: 'r' }],
  retype: [{ pass: 'sitr', types: ['Cleanup'] }],
  overrides: [{ ban: 'puor' }, ...[]],
} satisfies object);
function defineConfig(config) { return config; }
`;
    const untyped = text.replace(" as const", "").replace(" satisfies object", "");
    for (const files of [{ "shop/passwright.config.mjs": untyped }, { "shop/passwright.config.ts": text }]) {
      const [file = ""] = Object.keys(files);
      const { typescript } = process.features as { typescript?: unknown };
      if (file.endsWith("ts") && (typescript === undefined || typescript === false)) continue;
      const places = (await said(files)).split("\n").filter((line) => /^(?:error|warning)| +(?:-->|\|)/.test(line));
      expect(places).to.deep.equal([
        "error[PWB0101]: no pass named `sitr` in the pipeline",
        `  --> ${file}:9:22`,
        "   |       after: String('sitr'), // not \"boil\"",
        "   |                      ^",
      ]);
    }
    const placed = untyped.replace("String('sitr')", "'boil'");
    const found = (await said({ "shop/passwright.config.mjs": placed })).match(/(?<=\[)\w+(?=\])|\d+:\d+/g);
    expect(found).to.deep.equal(["PWB0204", "12:36", "PWB0114", "13:21", "PWB0114", "14:23"]);
  });

  it("is the default export if code computes a part of the config", async () => {
    const places = async (text: string): Promise<string[]> =>
      (await said({ "shop/passwright.config.mjs": text })).split("\n").filter((line) => /^ +(?:-->|\|)/.test(line));
    const insert = "const insert = [{ pass: 'garnish', before: 'prou' }];\n";
    expect(await places(`${insert}export default {\n  framework: 'kettle',\n  insert,\n};\n`)).to.deep.equal([
      "  --> shop/passwright.config.mjs:2:1",
      "   | export default {",
      "   | ^",
    ]);
    const shared = "const shared = { framework: 'kettle' };\n";
    const spread = `${shared}export default {\n  ...shared,\n  insert: [\n    { pass: 'prou', end: true },\n  ],\n};\n`;
    expect(await places(spread)).to.deep.equal([
      "  --> shop/passwright.config.mjs:5:14",
      "   |     { pass: 'prou', end: true },",
      "   |              ^",
    ]);
    const made = `${insert}const config = {};\nconfig.framework = 'kettle';\nconfig.insert = insert;\nexport default config;\n`;
    expect(await places(made)).to.deep.equal([
      "  --> shop/passwright.config.mjs:5:1",
      "   | export default config;",
      "   | ^",
    ]);
  });
});
