import { expect } from "chai";
import { printPlan } from "@passwright/builder";
import { bool, definePass, int, list, OpPassManager, parsePipeline, PassRegistry, string } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, toPassManager } from "@passwright/builder";

const pass = definePass({
  name: "tile",
  options: {
    size: int(4, "size"),
    deep: bool(false, "deep"),
    sizes: list(int(0, "size"), "sizes"),
    mode: string("", "mode"),
  },
  runOnOperation: (_op: object) => {},
});
const owner = { name: "kiln" };

function build(options: { readonly [name: string]: unknown }): {
  readonly text: string;
  readonly manager: OpPassManager<object>;
} {
  const catalogue = new PassCatalogue<object>();
  catalogue.add({ declaration: pass.declaration, owner, definition: pass as never });
  const builder = new PassManagerBuilder<object>("builtin.module", { catalogue });
  builder.addPass("tile", { options });
  builder.addExtensionPoint("late");
  const { plan } = builder.resolve();
  if (plan === undefined) throw new Error("no plan");
  const manager = new OpPassManager<object>("builtin.module");
  expect(toPassManager(plan, catalogue, manager)).to.deep.equal([]);
  return { text: printPlan(plan), manager };
}

describe("printPlan", () => {
  it("writes the options that were set, sorted, and no extension points", () => {
    expect(build({ size: 8, deep: true }).text).to.equal("builtin.module(tile{deep=true size=8})");
    expect(build({}).text).to.equal("builtin.module(tile)");
  });

  for (const options of [
    { size: -3 },
    { deep: true, size: 2 },
    { sizes: [1, 2, 3] },
    { sizes: [] },
    { mode: "fast" },
    { mode: "fast and loose" },
    { mode: "a,b" },
    { mode: "" },
    { mode: `say "it"` },
    { mode: "it's" },
    { mode: "k=v z" },
  ]) {
    it(`writes text that reads back to the same options: ${JSON.stringify(options)}`, () => {
      const { text, manager } = build(options);
      const registry = new PassRegistry<object>().registerPass(pass as never, owner);
      const parsed = parsePipeline(text, registry);
      if (!parsed.ok) throw new Error(`${parsed.diagnostic.message}: ${text}`);
      const valuesOf = (of: OpPassManager<object>): unknown =>
        of.elements.map((element) => (element.kind === "pass" ? element.pass.options.values : undefined));
      expect(valuesOf(parsed.manager), text).to.deep.equal(valuesOf(manager));
    });
  }
});
