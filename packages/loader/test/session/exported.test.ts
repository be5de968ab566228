import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

type Files = { readonly [path: string]: string };

const plugin = (name: string, insert: readonly object[], passes: readonly string[] = []): Files => ({
  [`${name}/package.json`]: JSON.stringify({
    name,
    version: "1.0.0",
    passwright: {
      kind: "plugin",
      api: "^1.0.0",
      setup: false,
      passes: passes.map((pass) => ({ name: pass, anchor: "tea" })),
      insert,
    },
  }),
});

const coded = (name: string, setup: string): Files => ({
  [`${name}/package.json`]: JSON.stringify({
    name,
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0" },
  }),
  [`${name}/index.js`]: `import { definePass, definePlugin } from "@passwright/sdk";
const own = definePass({ name: "${name}-own", anchor: "tea", runOnOperation() {} });
export default definePlugin({ passes: [own], setup(b) { ${setup} } });
`,
});

async function planned(config: string, files: Files): Promise<string> {
  const project = makeProject({ "passwright.config.yaml": `framework: kettle\n${config}`, ...files }, ["kettle"]);
  const { session, diagnostics } = await loadSession({ cwd: project.folder });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.length > 0 || session === undefined ? project.show(errors) : session.assembly.text();
}

describe("steps that plugins export as data, `plugin::pass`", () => {
  const mint = plugin("mint", [{ pass: "fresh", before: "pour" }], ["fresh"]);

  for (const [side, plan] of [
    ["before", "menu(tea(boil,bitter,fresh,pour),tidy)"],
    ["after", "menu(tea(boil,fresh,bitter,pour),tidy)"],
  ] as const) {
    it(`are targets in configs and manifests: ${side}`, async () => {
      for (const name of ["ale", "zest"]) {
        const zest = plugin(name, [{ pass: "bitter", [side]: "mint::fresh" }], ["bitter"]);
        expect(await planned(`plugins: [./mint, ./${name}]\n`, { ...mint, ...zest }), name).to.equal(plan);
        expect(await planned(`plugins: [./${name}, ./mint]\n`, { ...mint, ...zest }), name).to.equal(plan);
      }
      const none = plugin("zest", [], ["bitter"]);
      const insert = `insert: [{ pass: bitter, ${side}: "mint::fresh" }]\n`;
      expect(await planned(`plugins: [./mint, ./zest]\n${insert}`, { ...mint, ...none })).to.equal(plan);
    });

    it(`are targets in code: ${side}`, async () => {
      const call = side === "before" ? "addBefore" : "addAfter";
      for (const name of ["ale", "zest"]) {
        const zest = coded(name, `b.${call}("mint::fresh", own);`);
        expect(await planned(`plugins: [./mint, ./${name}]\n`, { ...mint, ...zest })).to.equal(
          plan.replace("bitter", `${name}-own`),
        );
      }
    });
  }

  it("may depend on each other, in any order, and not in a circle", async () => {
    const chain = {
      ...mint,
      ...plugin("a", [{ pass: "pa", before: "z::pz" }], ["pa"]),
      ...plugin("z", [{ pass: "pz", after: "mint::fresh" }], ["pz"]),
    };
    expect(await planned("plugins: [./a, ./mint, ./z]\n", chain)).to.equal("menu(tea(boil,pa,fresh,pz,pour),tidy)");
    const circle = {
      ...plugin("a", [{ pass: "pa", before: "z::pz" }], ["pa"]),
      ...plugin("z", [{ pass: "pz", after: "a::pa" }], ["pz"]),
    };
    expect(await planned("plugins: [./a, ./z]\n", circle)).to.match(/error\[PWB010[18]\]/);
  });

  it("are missing if the plugin is, or inserts them with its setup", async () => {
    const zest = plugin(
      "zest",
      [{ pass: "bitter", before: "mint::fresh", onMissing: { use: { before: "boil" } } }],
      ["bitter"],
    );
    expect(await planned("plugins: [./zest]\n", zest)).to.equal("menu(tea(bitter,boil,pour),tidy)");
    const strict = plugin("zest", [{ pass: "bitter", before: "ale::ale-own" }], ["bitter"]);
    const ale = coded("ale", 'b.addBefore("pour", own);');
    expect(await planned("plugins: [./zest, ./ale]\n", { ...strict, ...ale })).to.contain("error[PWB0101]");
  });
});
