import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

const mint = (api: string): { readonly [path: string]: string } => ({
  "mint/package.json": JSON.stringify({
    name: "mint",
    version: "1.0.0",
    passwright: {
      kind: "plugin",
      api,
      setup: false,
      passes: [],
      options: { leaves: { type: "integer" } },
      insert: [{ pass: "boil", before: "pour" }],
    },
  }),
});

async function load(
  plugins: string,
  files: { readonly [path: string]: string } = {},
): Promise<readonly [string, string]> {
  const project = makeProject({ "passwright.config.yaml": `framework: kettle\nplugins:\n  - ${plugins}\n`, ...files }, [
    "kettle",
  ]);
  const { session, diagnostics } = await loadSession({ cwd: project.folder });
  return [session?.assembly.text() ?? "", project.show(diagnostics)];
}

describe("an optional plugin", () => {
  it("may be missing, with a remark", async () => {
    const [plan, shown] = await load("{ plugin: ./mint, optional: true }");
    expect(plan).to.equal("menu(tea(boil,pour),tidy)");
    expect(shown).to.equal(`remark[PWL0413]: optional plugin \`./mint\` is not installed
  --> passwright.config.yaml:3:15
   |   - { plugin: ./mint, optional: true }
   |               ^
help: create \`./mint\`, or correct the path`);
  });

  it("is named if a pass is unknown, because the plugin might provide the pass", async () => {
    const plugins = "{ plugin: no-such-mint, optional: true }\ninsert: [{ pass: mint, before: pour, reason: fresh }]";
    expect((await load(plugins))[1].split("\n\n").at(-1)).to
      .equal(`error[PWL0402]: no framework or plugin provides a pass named \`mint\`
  --> passwright.config.yaml:4:18
   | insert: [{ pass: mint, before: pour, reason: fresh }]
   |                  ^
   = searched: kettle
   = optional plugin \`no-such-mint\` is not installed
help: install the missing packages, or add the plugin that provides the pass to \`plugins\``);
  });

  it("is named if a position is next to its step, and does not make rules and overrides wrong", async () => {
    const plugins = (place: string): string => `{ plugin: no-such-mint, optional: true }
insert: [{ pass: boil, before: "no-such-mint::mint"${place}, reason: fresh }]
rules: [{ pass: mint, after: boil, strong: true, reason: fresh }]
overrides: [{ ban: "no-such-mint::mint" }, { pin: mint }]
retype: [{ pass: mint, types: [Cleanup] }]`;
    expect((await load(plugins("")))[1].split("\n\n").at(-1)).to
      .equal(`error[PWB0101]: no pass named \`no-such-mint::mint\` in the pipeline
  --> passwright.config.yaml:4:33
   | insert: [{ pass: boil, before: "no-such-mint::mint", reason: fresh }]
   |                                 ^
   = requested: \`boil\` before \`no-such-mint::mint\`: "fresh"
   = passes of the framework: \`boil\`, \`pour\`, \`tidy\`
   = optional plugin \`no-such-mint\` is not installed
help: install \`no-such-mint\`, or add \`onMissing: skip\` to the insertion`);
    const [plan, shown] = await load(plugins(", onMissing: skip"));
    expect(plan).to.equal("menu(tea(boil,pour),tidy)");
    expect(shown.match(/^\w+\[PW\w+\]/gm)?.join()).to.equal("remark[PWL0413],remark[PWB0101]");
    expect(shown).not.to.contain("onMissing: skip`");
  });

  it("takes part if it is there, with its options", async () => {
    const there = await load("{ plugin: ./mint, optional: true, options: { leaves: 2 } }", mint("^1.0.0"));
    expect(there).to.deep.equal(["menu(tea(boil,boil,pour),tidy)", ""]);
    const [, wrong] = await load("{ plugin: ./mint, optional: true, options: { leafs: 2 } }", mint("^1.0.0"));
    expect(wrong).to.contain("error[PWL0207]").and.contain("passwright.config.yaml:3:");
  });

  it("that does not fit is an error", async () => {
    expect((await load("{ plugin: ./mint, optional: true }", mint("^7.0.0")))[1]).to.contain("error[PWL0107]");
    expect((await load("{ plugin: ./mint }"))[1]).to.contain("error[PWL0101]");
    expect((await load("{ plugin: ./mint, optional: maybe }"))[1]).to.contain("error[PWL0013]");
    expect((await load("{ optional: true }"))[1]).to.contain("error[PWL0012]");
  });
});
