import { expect } from "chai";
import { defineConfig, loadSession } from "@passwright/loader";
import { defineFramework, defineIr, definePass } from "@passwright/sdk";
import { makeProject } from "../project.ts";

const ir = defineIr({ name: "words", nameOf: () => "word", childrenOf: () => [] });

const framework = defineFramework({
  name: "typed",
  ir,
  targets: ["gas", "electric"],
  levels: ["low", "high"],
  extensionPoints: { "middle.end": { since: "1", doc: "between" } },
  pipeline(builder) {
    builder.addPass(definePass({ name: "boil", runOnOperation() {} }));
    builder.addExtensionPoint("middle.end");
  },
});

const insertion = { pass: "boil", reason: "hotter" } as const;

describe("defineConfig", () => {
  it("returns its argument", () => {
    const config = { framework: "typed", plugins: [["a", { size: 1 }]] } as const;
    expect(defineConfig(config)).to.equal(config);
  });

  it("accepts the names of the framework's type only", () => {
    defineConfig<typeof framework>({ target: "gas", level: "high", insert: [{ ...insertion, at: "middle.end" }] });
    defineConfig<typeof framework>({ insert: [{ ...insertion, before: "boil" }] });
    defineConfig({ target: "any", level: "any", insert: [{ ...insertion, at: "any.end" }] });
    // @ts-expect-error -- no such target
    defineConfig<typeof framework>({ target: "coal" });
    // @ts-expect-error -- no such level
    defineConfig<typeof framework>({ level: "medium" });
    // @ts-expect-error -- no such extension point
    defineConfig<typeof framework>({ insert: [{ ...insertion, at: "middle.begin" }] });
    // @ts-expect-error -- no such key
    defineConfig({ plugin: [] });
  });

  for (const specifier of ["@passwright/loader", "@passwright/cli"])
    it(`of ${specifier} makes configs that the loader takes`, async () => {
      const module = `import { defineConfig } from "${specifier}";
export default defineConfig({ name: "tidy", plugins: ["@passwright/plugin-transforms"], pipeline: "builtin.module(cse)" });
`;
      const { folder, show } = makeProject({ "passwright.config.mjs": module });
      const { session, diagnostics } = await loadSession({ config: folder });
      expect(show(diagnostics)).to.equal("");
      expect(session?.plan?.steps.map(({ pass }) => pass)).to.deep.equal(["cse"]);
    });
});
