import { readFileSync } from "node:fs";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace, pluginText } from "./workplace.ts";

const packages = ["kettle", "plugin-mint", "plugin-lemon", "plugin-data"];
const shop = {
  "shop/passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint, plugin-lemon, plugin-data]\n",
};

describe("passwright explain --where", () => {
  it("shows where a pass could go, and the limit at each end", async () => {
    const { passwright } = makeWorkplace(shop, packages);
    checkGolden(await passwright("explain", "shop", "--where", "lemon"), "explain-where.txt", import.meta.url);
    checkGolden(await passwright("explain", "shop", "--where=lemon", "--json"), "explain-where.json", import.meta.url);
    expect(await passwright("explain", "shop", "--where", "garnish")).to.equal(
      "--- out\nlegal positions of `garnish`:\n  at any position\n--- exit 0\n",
    );
  });

  it("shows that a pass has no legal position, and why", async () => {
    const rule = (relation: string, target: string): string =>
      `  - { pass: garnish, strong: true, ${relation}: ${target}, reason: "${relation} ${target}" }\n`;
    const config = `framework: kettle\nrules:\n${rule("before", "boil")}${rule("after", "pour")}`;
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config }, packages);
    checkGolden(await passwright("explain", "--where", "garnish"), "explain-nowhere.txt", import.meta.url);
    expect(await passwright("explain", "--where", "garnish", "--json")).to.match(/"ranges": \[\][^]*--- exit 1\n$/);
  });

  it("shows which rule the position of a pass breaks", async () => {
    const config = `framework: kettle
insert: [{ pass: garnish, before: boil }]
rules: [{ pass: garnish, strong: true, after: pour, reason: it floats }]
`;
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config }, packages);
    const shown = await passwright("explain", "--where", "garnish");
    expect(shown).to.contain("after `pour`\n").and.contain("error[PWB0201]");
    expect(shown).to.match(/--- exit 0\n$/);
  });

  it("reports an undeclared pass", async () => {
    const { passwright } = makeWorkplace(shop, packages);
    expect(await passwright("explain", "shop", "--where", "lemno")).to.match(/error\[PWR0010\][^]*--- exit 2\n$/);
    expect(await passwright("explain", "shop", "--where", "lemno", "--json")).to.match(/"PWR0010"[^]*--- exit 2\n$/);
    expect(await passwright("explain", "nowhere", "--where", "lemon")).to.match(/error\[PWR0007\][^]*--- exit 2\n$/);
  });
});

describe("passwright explain --where BUNDLE", () => {
  it("asks for a pass", async () => {
    const config = "framework: kettle\nplugins: [plugin-mint]\nbundles: { leaves: [mint] }\n";
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config }, packages);
    expect(await passwright("explain", "--where", "leaves")).to.equal(`--- err
error[PWR0010]: no framework or plugin provides a pass named \`leaves\`
help: \`leaves\` is a bundle or a pipeline, so use the name of one of its passes
--- exit 2
`);
  });
});

describe("passwright explain STEP", () => {
  it("shows only the steps with that address or pass", async () => {
    const { passwright } = makeWorkplace(shop, packages);
    checkGolden(await passwright("explain", "shop", "mint", "plugin-data::sugar"), "explain-some.txt", import.meta.url);
    const json = await passwright("explain", "shop", "pour", "--json");
    expect(json.match(/"address": "[^"]*"/g)).to.deep.equal(['"address": "pour"']);
  });

  it("shows the positions that were refused before the actual one", async () => {
    const { passwright } = makeWorkplace(shop, packages);
    for (const name of ["lemon", "plugin-lemon::lemon"]) {
      checkGolden(await passwright("explain", "shop", name), "explain-refused.txt", import.meta.url);
    }
    expect(await passwright("explain", "shop", "mint")).not.to.contain("PWB0101");
  });

  it("shows only overrides of these steps", async () => {
    const overrides =
      "overrides:\n  - { pin: sugar }\n  - { pin: pour }\n  - { overrule: sugar, after: { type: Lowering }, reason: no }\n";
    const { passwright } = makeWorkplace(
      { "passwright.config.yaml": `framework: kettle\nplugins: [plugin-data]\n${overrides}` },
      packages,
    );
    const overridden = async (name: string): Promise<string[]> =>
      (await passwright("explain", ".", name)).split("\n").filter((line) => line.startsWith("overridden"));
    const rule = "overridden: rule `sugar` must be after every pass of type Lowering";
    const pinned = (name: string, line: number): string =>
      `overridden: ${name} (pinned by config passwright.config.yaml:${line})`;
    const ofSugar = await overridden("sugar");
    expect(ofSugar).to.include(pinned("plugin-data::sugar", 4));
    expect(ofSugar.filter((line) => line.startsWith(rule))).to.have.length(1);
    expect(ofSugar).to.have.length(2);
    expect(await overridden("pour"))
      .to.include(pinned("pour", 5))
      .and.to.not.include(pinned("plugin-data::sugar", 4));
    expect(await overridden("boil")).to.deep.equal([]);
  });

  it("shows a rule that holds without having moved anything", async () => {
    const rules = "rules:\n  - { pass: mint, strong: true, before: pour, reason: leaves stay in the pot }\n";
    const config = "framework: kettle\nplugins: [plugin-mint]\n";
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config + rules }, packages);
    expect(await passwright("explain", ".", "mint")).to.contain(
      'order    before `pour`, also without the strong rule that requires it: "leaves stay in the pot" (config',
    );
    const without = makeWorkplace({ "passwright.config.yaml": config }, packages);
    expect(await without.passwright("explain", ".", "mint")).not.to.contain("order ");
    const overrule = "overrides: [{ overrule: sugar, after: { type: Lowering }, reason: no }]\n";
    const sweet = "framework: kettle\nplugins: [plugin-data]\n";
    for (const [text, has] of [
      [sweet, true],
      [sweet + overrule, false],
    ] as const) {
      const shown = await makeWorkplace({ "passwright.config.yaml": text }, packages).passwright(
        "explain",
        ".",
        "sugar",
      );
      expect(shown.includes("also without the")).to.equal(has);
    }
  });

  it("shows an order that only names decide at each step, until a rule decides", async () => {
    const squeeze = 'b.addBefore("pour", passes[0]);';
    const files = (rules: string): { readonly [path: string]: string } => ({
      "passwright.config.yaml": `framework: kettle\nplugins: [./zest.js, ./peel.js]\n${rules}`,
      "zest.js": pluginText(squeeze, 'definePass({ name: "zest", runOnOperation() {} })'),
      "peel.js": pluginText(squeeze, 'definePass({ name: "peel", runOnOperation() {} })'),
    });
    const byName = makeWorkplace(files(""), packages);
    const why = "by the names of the contributors alone: no rule or position decides it";
    for (const arguments_ of [[], ["peel", "zest"]]) {
      expect(await byName.passwright("explain", ...arguments_))
        .to.contain(`    order    before \`./zest.js::zest\` ${why}\n`)
        .and.contain(`    order    after \`./peel.js::peel\` ${why}\n`);
    }
    expect(await byName.passwright("explain", "zest", "--json")).to.contain(`"after \`./peel.js::peel\` ${why}"`);
    const rule = "rules: [{ pass: peel, before: zest, reason: the outside first }]\n";
    const ruled = await makeWorkplace(files(rule), packages).passwright("explain");
    expect(ruled).to.contain("./peel.js::peel\n").and.not.to.contain("by the names");
  });

  it("shows a step that was omitted", async () => {
    const files = {
      "passwright.config.yaml": "framework: press\nplugins: [./again.js]\n",
      "again.js": pluginText('b.addAfter("wipe", "wipe");'),
    };
    expect(await makeWorkplace(files, ["press"]).passwright("explain", "./again.js::wipe")).to.match(
      /^--- out\nleft out: \.\/again\.js::wipe \([^\n]*\)\n--- exit 0\n$/,
    );
  });

  it("reports a misspelled folder", async () => {
    const { passwright } = makeWorkplace(shop, packages);
    expect(await passwright("explain", "shopp", "mint")).to.contain(
      "error[PWR0007]: `shopp` does not exist\nhelp: did you mean `shop`?\n",
    );
    expect(await passwright("explain", "nowhere/shop", "--json")).to.match(/"PWR0007"[^]*--- exit 2\n$/);
  });

  it("reports names without a step", async () => {
    const { passwright } = makeWorkplace(shop, packages);
    expect(await passwright("explain", "shop", "mimt", "stir")).to.equal(`--- err
error[PWR0011]: the plan has no step with the address or pass name \`mimt\`
help: did you mean \`mint\`?

error[PWR0011]: the plan has no step with the address or pass name \`stir\`
help: run \`passwright plan\` for a list of steps
--- exit 2
`);
    expect(await passwright("explain", "shop", "mimt", "--json")).to.match(/"PWR0011"[^]*--- exit 2\n$/);
  });
});

describe("passwright explain --without", () => {
  const config = `framework: kettle
plugins: [plugin-data, plugin-mint]
bundles:
  sweet: [garnish, sugar]
insert:
  - { pass: sugar, at: tea.end }
  - { pass: garnish, after: "plugin-data::sugar" }
  - { bundle: sweet, end: true }
cleanups: [sugar]
`;

  it("leaves out what the config inserts from the plugin, with a remark", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config }, packages);
    const remark = `remark[PWL0414]: plugin \`plugin-data\` is excluded by \`--without\`, so these entries of \`passwright.config.yaml\` are ignored
   = \`sugar\` in bundle \`sweet\` (passwright.config.yaml:4:20)
   |   sweet: [garnish, sugar]
   |                    ^
   = \`sugar\` at extension point \`tea.end\` (passwright.config.yaml:6:3)
   |   - { pass: sugar, at: tea.end }
   |   ^
   = \`garnish\` after \`plugin-data::sugar\` (passwright.config.yaml:7:3)
   |   - { pass: garnish, after: "plugin-data::sugar" }
   |   ^
   = \`sugar\` in \`cleanups\` (passwright.config.yaml:9:12)
   | cleanups: [sugar]
   |            ^
`;
    expect(await passwright("explain", "--without", "plugin-data")).to.equal(`--- out
without plugin-data:
  \`passwright.config.yaml::sugar\` was removed
  \`passwright.config.yaml::garnish#2\` was removed
  \`passwright.config.yaml::sugar#2\` was removed
  \`tidy\` now runs before \`passwright.config.yaml::garnish\`: base pipeline (framework kettle, kettle.js:43)
  \`passwright.config.yaml::garnish\`: bundle none is now passwright.config.yaml::sweet
  \`passwright.config.yaml::garnish\`: same position, but the reason changed from “after \`plugin-data::sugar\`” to “at the end”
  no longer: \`plugin-data::sugar\` is left out: dropped as a duplicate: the step directly follows \`passwright.config.yaml::sugar\`
--- err
${remark}--- exit 0
`);
    const plan = await passwright("plan", "--without", "plugin-data");
    expect(plan).to.contain(remark).and.not.to.contain("sugar ");
    expect(await passwright("plan", "--without", "plugin-data", "--json")).to.contain('"code": "PWL0414"');
    expect(await passwright("check", "--without", "plugin-data")).to.match(/--- exit 0\n$/);
  });

  it("keeps entries that another contributor provides, and errors in the others", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config }, packages);
    expect(await passwright("plan", "--without", "plugin-mint")).not.to.contain("PWL0414");
    const misspelled = config.replace("pass: sugar,", "pass: sugra,");
    const wrong = makeWorkplace({ "passwright.config.yaml": misspelled }, packages);
    expect(await wrong.passwright("plan", "--without", "plugin-data")).to.contain("error[PWL0402]");
  });

  it("leaves out what nothing provides if only code declares the passes of the plugin", async () => {
    const text = "framework: kettle\nplugins: [plugin-mint]\ninsert: [{ pass: mint, before: pour }]\n";
    const { passwright } = makeWorkplace({ "passwright.config.yaml": text }, packages);
    expect(await passwright("explain", "--without", "plugin-mint"))
      .to.contain("`passwright.config.yaml::mint` was removed\n")
      .and.to.contain("   = `mint` before `pour` (passwright.config.yaml:3:10)\n");
  });
});

describe("passwright explain CODE", () => {
  it("prints the page of a code, without a config", async () => {
    const { passwright } = makeWorkplace({}, []);
    const page = (code: string): string =>
      readFileSync(new URL(`../../../docs/errors/${code}.md`, import.meta.url), "utf8").replace(
        /\n\[All codes.*\n$/,
        "",
      );
    expect(await passwright("explain", "pwb0201")).to.equal(`--- out\n${page("PWB0201")}--- exit 0\n`);
    expect(await passwright("explain", "PWB0201", "PWC0101")).to.equal(
      `--- out\n${page("PWB0201")}\n${page("PWC0101")}--- exit 0\n`,
    );
    expect(await passwright("explain", "PWB0201", "--json")).to.contain('"code": "PWB0201"');
  });

  it("refuses a code that no message has", async () => {
    const { passwright } = makeWorkplace({}, []);
    expect(await passwright("explain", "PWX9999")).to.equal(
      `--- err
error[PWR0019]: unknown code \`PWX9999\`
help: use a code from a message, for example \`PWB0201\` from \`error[PWB0201]\`
--- exit 2
`,
    );
  });
});
