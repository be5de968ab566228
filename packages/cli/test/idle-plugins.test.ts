import { expect } from "chai";
import { makeWorkplace, pluginText } from "./workplace.ts";

const kettle = (plugins: readonly string[]): string => `framework: kettle\nplugins: [${plugins.join(", ")}]\n`;

describe("passwright plan, plugins without a step", () => {
  it("shows why they are loaded", async () => {
    const files = {
      "ears.js": pluginText('hooks.boiled.tap("ears", () => {}); hooks.word.tap("ears", (word) => word);'),
      "idle.js": pluginText(""),
      "judge.js": pluginText('b.rule("pour").weak.after("boil", { reason: "hot water" });'),
      "watch.js": pluginText('b.guard("hot", { from: "pour", to: "tidy", reason: "cold tea" });'),
      "passwright.config.yaml": kettle(["plugin-mint", "./ears.js", "./idle.js", "./judge.js", "./watch.js"]),
    };
    const { passwright } = makeWorkplace(files, ["kettle", "plugin-mint"]);
    const told = `  ./ears.js taps hooks \`word\`, \`boiled\`
  ./idle.js adds no step
  ./judge.js states 1 rule
  ./watch.js states 1 guard
`;
    expect(await passwright("plan")).to.contain(`${told}--- exit 0\n`);
    expect(await passwright("explain")).to.contain("\n./idle.js adds no step\n");
  });

  it("names optional plugins that are not installed", async () => {
    const config = "framework: kettle\nplugins: [{ plugin: no-such-plugin, optional: true }]\n";
    const { passwright } = makeWorkplace({ "passwright.config.yaml": config }, ["kettle"]);
    expect(await passwright("plan")).to.contain("\n  optional plugin `no-such-plugin` is not installed\n--- exit 0\n");
  });

  it("lists their passes that other contributors use", async () => {
    const sugar = 'definePass({ name: "sugar", anchor: "tea", runOnOperation() {} })';
    const files = {
      "jar.js": pluginText("", `${sugar}, definePass({ name: "salt", runOnOperation() {} })`),
      "passwright.config.yaml": `${kettle(["./jar.js"])}insert: [{ pass: sugar, after: boil }]\n`,
    };
    const { passwright } = makeWorkplace(files, ["kettle"]);
    expect(await passwright("plan")).to.contain("\n  ./jar.js provides `sugar`, which other contributors insert\n");
  });

  it("lists bundles that nothing inserts; explain and list find bundles by name", async () => {
    const sugar = 'definePass({ name: "sugar", anchor: "tea", runOnOperation() {} })';
    const bundles = "bundles: { sweet: { kind: 'contiguous', passes: [sugar] }, bitter: ['sugar'] }";
    const files = {
      "jar.js": `import { definePass, definePlugin } from "@passwright/sdk";
const sugar = ${sugar};
export default definePlugin({ passes: [sugar], ${bundles} });
`,
      "passwright.config.yaml": kettle(["./jar.js"]),
      "used.yaml": `${kettle(["./jar.js"])}insert: [{ bundle: sweet, after: boil }]\n`,
    };
    const { passwright } = makeWorkplace(files, ["kettle"]);
    expect(await passwright("plan")).to.contain("\n  ./jar.js provides `sweet`, `bitter` and adds no step\n");
    expect(await passwright("list", "pipelines"))
      .to.contain("\n  bitter  sugar\n")
      .and.to.contain("\n  sweet   sugar\n");
    for (const name of ["sweet", "used.yaml::sweet"]) {
      const shown = await passwright("explain", "-c", "used.yaml", name);
      expect(shown).to.match(/^--- out\nused\.yaml::sugar\n[^]*bundle +used\.yaml::sweet\n[^]*--- exit 0\n$/);
    }
  });

  it("lists the steps that they remove", async () => {
    const files = {
      "sweep.js": pluginText('b.remove("rinse", { reason: "dry is better" });'),
      "passwright.config.yaml": "framework: press\nplugins: [./sweep.js]\n",
    };
    expect(await makeWorkplace(files, ["press"]).passwright("plan")).to.contain("\n  ./sweep.js removes `rinse`\n");
  });

  it("shows that their steps were dropped", async () => {
    const files = {
      "again.js": pluginText('b.addAfter("wipe", "wipe");'),
      "passwright.config.yaml": "framework: press\nplugins: [./again.js]\n",
    };
    expect(await makeWorkplace(files, ["press"]).passwright("plan")).to.contain(
      "\n  ./again.js has no step in the plan, because its insertions were left out\n",
    );
  });
});
