import { expect } from "chai";
import { printPlan } from "@passwright/builder";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { makeProject } from "../project.ts";

const stove = `import { defineFramework, definePass } from "@passwright/sdk";

const pass = (name) => definePass({ name, runOnOperation() {} });

const grate = { text: "grate", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };

export default defineFramework({
  name: "stove",
  ir: { name: "fire", intern: () => grate, nameOf: () => grate, parentOf: () => undefined, collectNested() {} },
  anchor: "any",
  targets: ["gas", "coal"],
  levels: ["low", "high"],
  pipeline(b, { choice }) {
    b.addPass(pass("on-" + choice.target));
    b.addPass(pass("roar"), { when: { level: "high" } });
    b.addPass(pass("clean"), { removable: true });
  },
});
`;

const files = (rest: string): { [path: string]: string } => ({
  "stove.js": stove,
  "passwright.config.yaml": `framework: ./stove.js\n${rest}`,
});

/** Returns the plan of the stove's config and the steps that were left out, as text. Returns errors on failure. */
async function plan(rest: string, options: LoadOptions = {}): Promise<string> {
  const project = makeProject(files(rest));
  const { session, diagnostics } = await loadSession({ cwd: project.folder, ...options });
  if (session?.plan === undefined) return project.show(diagnostics);
  const { leftOut, retyped } = session.plan;
  return [
    printPlan(session.plan),
    ...leftOut.map(({ address, because }) => `-${address} (${because})`),
    ...retyped.map(({ pass, types }) => `${pass}: ${types.join(" ")}`),
  ].join(" ");
}

describe("loadSession, with choices of the user", () => {
  it("plans for the first target and level, for those of the config, and for those of flags", async () => {
    expect(await plan("")).to.equal("any(on-gas,clean)");
    expect(await plan("target: coal\nlevel: high\n")).to.equal("any(on-coal,roar,clean)");
    expect(await plan("target: coal\n", { target: "gas", level: "high" })).to.equal("any(on-gas,roar,clean)");
  });

  it("leaves the last word to the config", async () => {
    expect(await plan("overrides: [{ ban: clean, reason: it shines }]\n")).to.equal(
      "any(on-gas) -clean (banned by config passwright.config.yaml:2: it shines)",
    );
    expect(await plan("retype: [{ pass: clean, types: [Cleanup] }]\n")).to.equal("any(on-gas,clean) clean: Cleanup");
  });

  it("keeps the order of the config, or reports why it cannot", async () => {
    const both = "insert: [{ pass: clean, before: clean }, { pass: roar, before: clean }]\n";
    expect(await plan(both)).to.equal("any(on-gas,clean,roar,clean)");
    const order = "overrides: [{ order: roar, before: clean, reason: louder }]\n";
    expect(await plan(both.replace("clean }, ", "clean, reason: first }, ").concat(order))).to.equal(
      "any(on-gas,roar,clean,clean)",
    );
    expect(await plan("overrides: [{ order: on-gas, after: { type: Nothing } }]\n")).to.equal("any(on-gas,clean)");
    expect(await plan("overrides: [{ order: on-gas, after: clean }]\n")).to.contain(
      "override does not hold: `on-gas` must be after `clean`",
    );
    expect(await plan("overrides: [{ order: on-gas }]\n")).to.contain("`before`, `after`");
  });

  it("takes conditions on insertions", async () => {
    const rest = "insert: [{ pass: clean, before: clean, when: { target: [coal, wood], level: high } }]\n";
    expect(await plan(rest)).to.equal("any(on-gas,clean)");
    expect(await plan(`${rest}target: coal\nlevel: high\n`)).to.equal("any(on-coal,roar,clean,clean)");
  });

  it("refuses targets and levels that the framework does not have", async () => {
    expect(await plan("target: wood\n", { level: "highest" })).to
      .equal(`error[PWL0403]: framework \`stove\` has no target \`wood\`
  --> passwright.config.yaml:2:9
   | target: wood
   |         ^
help: use one of gas, coal

error[PWL0403]: framework \`stove\` has no level \`highest\`
help: use one of low, high`);
  });
});

describe("steps of a config for targets and levels that the framework does not have", () => {
  async function said(config: string): Promise<string> {
    const project = makeProject(files(config));
    return project.show((await loadSession({ cwd: project.folder })).diagnostics);
  }

  it("are reported, because they never exist", async () => {
    expect(
      await said("insert:\n  - { pass: clean, end: true, when: { target: [coal, wood], level: highest } }\n"),
    ).to.equal(
      `warning[PWL0403]: framework \`stove\` has no target \`wood\`, so a condition on this target never holds
  --> passwright.config.yaml:3:3
   |   - { pass: clean, end: true, when: { target: [coal, wood], level: highest } }
   |   ^
help: use one of gas, coal

warning[PWL0403]: framework \`stove\` has no level \`highest\`, so a condition on this level never holds
  --> passwright.config.yaml:3:3
   |   - { pass: clean, end: true, when: { target: [coal, wood], level: highest } }
   |   ^
help: use one of low, high`,
    );
    expect(await said("insert: [{ pass: clean, end: true, when: { target: coal, level: [low, high] } }]\n")).to.equal(
      "",
    );
    expect(await said("insert: [{ pass: clean, end: true, when: { level: hig } }]\n")).to.contain(
      "\nhelp: did you mean `high`?",
    );
  });

  it("are reported for plugins that the user wrote, and for other plugins if the name is similar", async () => {
    const plugin = `import { definePass, definePlugin } from "@passwright/sdk";
const wipe = definePass({ name: "wipe", runOnOperation() {} });
export default definePlugin({
  passes: [wipe],
  insert: [{ pass: wipe, after: "clean", when: { level: "hihg" } }],
  setup(b) {
    b.when({ target: "wood" }).addAfter("clean", wipe);
    b.addAfter("clean", wipe, { when: { target: ["wood"] } });
    b.addAfter("clean", wipe, { when: { target: "coal" } });
  },
});
`;
    const shown = async (path: string, name: string): Promise<string> => {
      const project = makeProject({ ...files(`plugins: [${name}]\n`), ...plugins, [path]: plugin });
      return project.show((await loadSession({ cwd: project.folder })).diagnostics);
    };
    const json = { name: "wiper", type: "module", exports: "./i.js", passwright: { kind: "plugin", api: "^1.0.0" } };
    const plugins = { "node_modules/wiper/package.json": JSON.stringify(json) };
    const warning = (what: string, name: string): string =>
      `warning[PWL0403]: framework \`stove\` has no ${what}, so a condition on this ${what.split(" ")[0]} never holds
  --> plugin ${name}
help: `;
    expect(await shown("wiper.js", "./wiper.js")).to.equal(
      [
        `${warning("level `hihg`", "./wiper.js")}did you mean \`high\`?`,
        ...["wood", "wood"].map(() => `${warning("target `wood`", "./wiper.js")}use one of gas, coal`),
      ].join("\n\n"),
    );
    expect(await shown("node_modules/wiper/i.js", "wiper")).to.equal(
      `${warning("level `hihg`", "wiper")}did you mean \`high\`?`,
    );
  });

  it("are reported anywhere in a pipeline of the config", async () => {
    const project = makeProject({
      "passwright.config.yaml": `name: own
plugins: [./wiper.js]
targets: [gas]
pipeline:
  - steps: [{ pass: wipe, when: { target: wood } }]
  - steps:
      - { nest: any, when: { target: coal }, steps: [{ nest: any, steps: [], when: { level: low } }] }
`,
      "wiper.js": `import { definePass, definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [definePass({ name: "wipe", runOnOperation() {} })] });
`,
    });
    const { diagnostics } = await loadSession({ cwd: project.folder });
    expect(diagnostics.map(({ message, at, help }) => `${at?.line} ${message}: ${help?.join()}`)).to.deep.equal([
      "5 framework `own` has no target `wood`, so a condition on this target never holds: use one of gas",
      "7 framework `own` has no target `coal`, so a condition on this target never holds: use one of gas",
      "7 framework `own` has no level `low`, so a condition on this level never holds: remove the level, because the framework does not declare levels",
    ]);
  });
});

describe("steps of a framework for targets and levels that the framework does not have", () => {
  const warning = (line: number, what: string): string =>
    `warning[PWL0403]: framework \`stove\` has no ${what}, so a condition on this ${what.split(" ")[0]} never holds
  --> framework stove, stove.js:${line}:1
help: `;

  it("are reported at the code, once for each call", async () => {
    const code = stove
      .replace('"high" } }', '"hihg" } }')
      .replace(
        "{ removable: true });",
        '$&\n    b.when({ target: "cole" }).addBundle("both", [pass("poke"), pass("stoke")]);',
      );
    const project = makeProject({ ...files(""), "stove.js": code });
    const { session, diagnostics } = await loadSession({ cwd: project.folder });
    expect(session?.plan === undefined ? "" : printPlan(session.plan)).to.equal("any(on-gas,clean)");
    expect(project.show(diagnostics)).to.equal(
      `${warning(15, "level `hihg`")}did you mean \`high\`?\n\n${warning(17, "target `cole`")}use one of gas, coal`,
    );
  });
});

describe("onConfig", () => {
  it("is called with the config before packages are read", async () => {
    const { folder } = makeProject({ "passwright.config.yaml": "framework: ./stove.js\n" });
    const read: string[] = [];
    const { diagnostics } = await loadSession({ cwd: folder, onConfig: ({ name }) => void read.push(name) });
    expect([...read, ...diagnostics.map(({ code }) => code)]).to.deep.equal(["passwright.config.yaml", "PWL0101"]);
  });
});

describe("an IR that has to be loaded", () => {
  const loading = stove.replace(
    "collectNested() {} }",
    `collectNested() {}, async load() {
      if (!globalThis.hasGas) return { code: "FIRE0001", severity: "error", message: "there is no gas" };
    } }`,
  );

  it("is loaded for a run, and not for a plan", async () => {
    const { folder } = makeProject({ ...files(""), "stove.js": loading });
    const { session } = await loadSession({ cwd: folder });
    expect(session?.plan === undefined ? "" : printPlan(session.plan)).to.equal("any(on-gas,clean)");
    const made = await session?.makeManager();
    expect(made?.ok === false ? made.diagnostics.map(({ message }) => message) : []).to.deep.equal(["there is no gas"]);
    Object.assign(globalThis, { hasGas: true });
    expect((await session?.makeManager())?.ok).to.equal(true);
  });
});
