import { expect } from "chai";
import { definePass } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, printPlan } from "@passwright/builder";

const noop = { runOnOperation: (_op: object) => {} };

describe("PassCatalogue", () => {
  it("takes code for a declaration of the same owner, and keeps it", () => {
    const catalogue = new PassCatalogue<object>();
    const definition = definePass({ name: "tile", ...noop });
    const owner = { name: "tpp", version: "1.0.0" };
    expect(catalogue.add({ declaration: { name: "tile" }, owner })).to.equal(undefined);
    expect(catalogue.add({ declaration: definition.declaration, owner, definition })).to.equal(undefined);
    expect(catalogue.add({ declaration: { name: "tile" }, owner })).to.equal(undefined);
    expect(catalogue.find("tile")?.definition).to.equal(definition);
  });

  it("tells two owners' different passes of one name apart, in the same words whoever comes first", () => {
    const clash = (first: string, second: string): unknown => {
      const catalogue = new PassCatalogue();
      catalogue.add({ declaration: { name: "tile", anchor: first }, owner: { name: first } });
      return catalogue.add({ declaration: { name: "tile", anchor: second }, owner: { name: second } });
    };
    expect(clash("a", "b")).to.deep.equal(clash("b", "a"));
  });

  it("lists its passes by name, and suggests one that is like a wrong name", () => {
    const catalogue = new PassCatalogue();
    for (const name of ["tile", "fold", "canonicalize"]) catalogue.add({ declaration: { name }, owner: { name: "x" } });
    expect(catalogue.entries().map(({ declaration }) => declaration.name)).to.deep.equal([
      "canonicalize",
      "fold",
      "tile",
    ]);
    expect(catalogue.suggest("canonicalise")).to.equal("canonicalize");
  });
});

describe("a pass by name", () => {
  const onFunctions = definePass({ name: "stitch", anchor: "func.func", ...noop });

  /** One plugin brings `stitch` with a call, another names it. */
  function planOf(order: readonly ("brings" | "names")[]): string {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("tile");
    for (const party of order) {
      const view = builder.forParty({ kind: "plugin", name: party });
      if (party === "brings") view.addAfter("tile", onFunctions);
      else view.addBefore("tile", "stitch");
    }
    const { plan } = builder.resolve();
    return plan === undefined ? "no plan" : printPlan(plan);
  }

  it("is not what another plugin's call declared, because that might have come later", () => {
    expect(planOf(["brings", "names"])).to.equal(planOf(["names", "brings"]));
  });

  it("is what the party's own call declared", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("tile");
    const view = builder.forParty({ kind: "plugin", name: "x" });
    view.addAfter("tile", onFunctions);
    view.addBefore("tile", "stitch");
    const { plan } = builder.resolve();
    expect(plan && printPlan(plan)).to.equal("builtin.module(func.func(stitch),tile,func.func(stitch))");
  });
});
