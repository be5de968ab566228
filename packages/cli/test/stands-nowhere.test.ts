import { expect } from "chai";
import { makeWorkplace, pluginText } from "./workplace.ts";

const kettle = (plugins: readonly string[]): string => `framework: kettle\nplugins: [${plugins.join(", ")}]\n`;

describe("passwright, a pass without a position", () => {
  const files = {
    "lost.js": pluginText(
      'b.addBefore("brew", passes[0]); b.addAt("milk.end", passes[0]);',
      'definePass({ name: "lost", anchor: "tea", runOnOperation() {} })',
    ),
    "passwright.config.yaml": `${kettle(["./lost.js"])}inputs: [tea.txt]\n`,
    "tea.txt": "tea\n",
  };
  const warning = `--- err
warning[PWB0118]: \`lost\` of \`./lost.js\` is not in the plan, because the builder refused each requested position
  --> plugin ./lost.js, lost.js:3:1
   = PWB0101: no pass named \`brew\` in the pipeline (lost.js:3:1)
   = PWB0103: no extension point \`milk.end\` in the pipeline (lost.js:3:1)
`;

  for (const command of ["plan", "run", "check", "lock", "explain"]) {
    it(`is warned of by ${command}`, async () => {
      const shown = await makeWorkplace(files, ["kettle"]).passwright(command);
      expect(shown).to.contain(warning);
      expect(shown).to.match(/--- exit 0\n$/);
    });
  }

  it("is counted by check", async () => {
    const shown = await makeWorkplace(files, ["kettle"]).passwright("check");
    expect(shown).to.contain("--- out\nresolves: 3 steps, 1 plugin, 1 warning\n");
  });

  it("is in the JSON", async () => {
    const json = await makeWorkplace(files, ["kettle"]).passwright("plan", "--json");
    expect(json).to.match(/"code": "PWB0118",\s+"severity": "warning"/);
  });

  it("is explained by its name", async () => {
    const shown = await makeWorkplace(files, ["kettle"]).passwright("explain", ".", "lost");
    expect(shown).to.match(
      /^--- out\nlost\n {4}is not in the plan; `passwright explain --where lost` lists its legal positions\n--- err\n/,
    );
    expect(shown)
      .to.contain("--- err\nwarning[PWB0118]")
      .and.contain("no pass named `brew` in the pipeline (lost.js:3:1)")
      .and.match(/--- exit 0\n$/);
  });
});
