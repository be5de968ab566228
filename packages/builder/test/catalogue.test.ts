import { expect } from "chai";
import { definePass, OpPassManager } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, printPlan, toPassManager } from "@passwright/builder";

function permutations<T>(items: readonly T[]): readonly T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

const noop = { runOnOperation: (_op: object) => {} };

describe("PassCatalogue", () => {
  it("takes code for a declaration of the same owner, and keeps it", () => {
    const catalogue = new PassCatalogue<object>();
    const definition = definePass({ name: "tile", ...noop });
    const owner = { name: "tpp", version: "1.0.0" };
    catalogue.add({ declaration: { name: "tile" }, owner });
    catalogue.add({ declaration: definition.declaration, owner, definition });
    catalogue.add({ declaration: { name: "tile" }, owner });
    expect(catalogue.clashes).to.deep.equal([]);
    expect(catalogue.find("tile")?.definition).to.equal(definition);
  });

  it("tells two owners' different passes of one name apart, in the same words whoever comes first", () => {
    const clash = (first: string, second: string): unknown => {
      const catalogue = new PassCatalogue();
      catalogue.add({ declaration: { name: "tile", anchor: first }, owner: { name: first } });
      catalogue.add({ declaration: { name: "tile", anchor: second }, owner: { name: second } });
      return catalogue.clashes;
    };
    expect(clash("a", "b")).to.have.length(1);
    expect(clash("a", "b")).to.deep.equal(clash("b", "a"));
  });

  it("lists all owners of a name if two of them mean different passes, whoever comes first", () => {
    const passes = [
      { declaration: { name: "tile" }, owner: { name: "a" } },
      { declaration: { name: "tile" }, owner: { name: "b" } },
      { declaration: { name: "tile", anchor: "func.func" }, owner: { name: "c" } },
    ];
    const told = permutations(passes).map((order) => {
      const catalogue = new PassCatalogue();
      for (const pass of order) catalogue.add(pass);
      return catalogue.clashes;
    });
    for (const clashes of told) expect(clashes).to.deep.equal(told[0]);
    expect(told[0]?.[0]?.notes?.map(({ message }) => message)).to.deep.equal(["one is a", "one is b", "one is c"]);
    const catalogue = new PassCatalogue();
    for (const pass of passes.slice(0, 2)) catalogue.add(pass);
    expect(catalogue.clashes).to.deep.equal([]);
  });

  it("takes two definitions of two owners for two passes, however alike they are declared, and one that both have for one", () => {
    const add = (first: object, second: object): PassCatalogue => {
      const catalogue = new PassCatalogue();
      const declaration = { name: "tile" };
      catalogue.add({ declaration, owner: { name: "a" }, ...first });
      catalogue.add({ declaration, owner: { name: "b" }, ...second });
      return catalogue;
    };
    const [one, other] = [definePass({ name: "tile", ...noop }), definePass({ name: "tile", ...noop })];
    const of = (definition: object): object => ({ definition });
    expect(add(of(one), of(other)).clashes).to.have.length(1);
    expect(add(of(one), of(one)).clashes).to.deep.equal([]);
    // Until its code is there nobody knows of `b`.
    const catalogue = add(of(one), {});
    expect(catalogue.clashes).to.deep.equal([]);
    expect(catalogue.doubtful).to.deep.equal([{ name: "b" }]);
    catalogue.add({ declaration: { name: "tile" }, owner: { name: "b" }, definition: other as never });
    expect(catalogue.clashes).to.have.length(1);
    expect(catalogue.doubtful).to.deep.equal([]);
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

  it("keeps a plan from a manager when another definition of a name comes after planning", () => {
    const catalogue = new PassCatalogue<object>();
    const builder = new PassManagerBuilder("any", { catalogue, framework: { name: "a" } });
    const tile = definePass({ name: "tile", ...noop });
    builder.addPass(tile);
    const { plan } = builder.resolve();
    catalogue.add({
      declaration: tile.declaration,
      owner: { name: "b" },
      definition: definePass({ name: "tile", ...noop }),
    });
    const manager = new OpPassManager<object>();
    expect(plan && toPassManager(plan, catalogue, manager)).to.deep.equal(catalogue.clashes);
    expect(catalogue.clashes.map(({ code, message }) => `${code}: ${message}`)).to.deep.equal([
      "PWB0001: two owners declare a pass `tile`",
    ]);
    expect(manager.isEmpty).to.equal(true);
  });
});
