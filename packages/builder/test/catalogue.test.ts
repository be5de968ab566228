import { expect } from "chai";
import { definePass, OpPassManager, renderDiagnostic } from "@passwright/core";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder, printPlan, toPassManager } from "@passwright/builder";
import type { CataloguedPass } from "@passwright/builder";

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

  it("distinguishes different passes with the same name, with the same message in both orders", () => {
    const clash = (first: string, second: string): unknown => {
      const catalogue = new PassCatalogue();
      catalogue.add({ declaration: { name: "tile", anchor: first }, owner: { name: first } });
      catalogue.add({ declaration: { name: "tile", anchor: second }, owner: { name: second } });
      return catalogue.clashes;
    };
    expect(clash("a", "b")).to.have.length(1);
    expect(clash("a", "b")).to.deep.equal(clash("b", "a"));
  });

  it("lists all owners of a name for different passes, in both orders", () => {
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
    expect(told[0]?.[0]?.notes?.map(({ message }) => message)).to.deep.equal([
      "declared by a",
      "declared by b",
      "declared by c",
    ]);
    const catalogue = new PassCatalogue();
    for (const pass of passes.slice(0, 2)) catalogue.add(pass);
    expect(catalogue.clashes).to.deep.equal([]);
  });

  it("treats equal declarations of two owners as two passes, and a shared definition as one", () => {
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
    // Until the code of plugin `b` is loaded, it is unknown whether both plugins have the same pass.
    const catalogue = add(of(one), {});
    expect(catalogue.clashes).to.deep.equal([]);
    expect(catalogue.doubtful).to.deep.equal([{ name: "b" }]);
    catalogue.add({ declaration: { name: "tile" }, owner: { name: "b" }, definition: other as never });
    expect(catalogue.clashes).to.have.length(1);
    expect(catalogue.doubtful).to.deep.equal([]);
  });

  it("treats two definitions by one owner as two passes, with the same message in both orders", () => {
    const owner = { name: "a", version: "1.0.0" };
    const [one, other] = [
      definePass({ name: "tile", ...noop }),
      definePass({ name: "tile", types: ["Tiling"], ...noop }),
    ];
    const [first, second] = [one, other].map((definition) => ({
      declaration: definition.declaration,
      owner,
      definition: definition as PassDefinition<object>,
    })) as [CataloguedPass<object>, CataloguedPass<object>];
    const manifest = { declaration: { name: "tile" }, owner };
    const clashes = (...passes: readonly CataloguedPass<object>[]): readonly Diagnostic[] => {
      const catalogue = new PassCatalogue();
      for (const pass of passes) catalogue.add(pass);
      expect(catalogue.doubtful).to.deep.equal([]);
      return catalogue.clashes;
    };
    expect(clashes(manifest, first, first, manifest)).to.deep.equal([]);
    const told = permutations([manifest, first, second]).map((order) => clashes(...order));
    for (const each of told) expect(each).to.deep.equal(told[0]);
    expect(told[0]?.map(renderDiagnostic).join("\n")).to.equal(
      [
        "error[PWB0001]: two different passes are named `tile`",
        "   = declared by a 1.0.0",
        "   = declared by a 1.0.0",
        "help: rename one of the passes, or call `definePass` for `tile` only once and add the result several times",
      ].join("\n"),
    );
    const third = { ...first, owner: { name: "b" } };
    expect(clashes(second, third, first)[0]?.message).to.equal("3 different passes are named `tile`");
  });

  it("that extends another one has its passes, including code that is loaded later, and does not add passes to it", () => {
    const owner = { name: "a" };
    const claim = (name: string, definition?: PassDefinition<object>): CataloguedPass<object> => ({
      declaration: { name },
      owner,
      ...(definition && { definition }),
    });
    const [tile, fold, other] = ["tile", "fold", "fold"].map(
      (name) => definePass({ name, ...noop }) as PassDefinition<object>,
    ) as [PassDefinition<object>, PassDefinition<object>, PassDefinition<object>];
    const base = new PassCatalogue();
    base.add(claim("tile"));
    const first = new PassCatalogue(base);
    const second = new PassCatalogue(base);
    first.add(claim("fold", fold));
    second.add(claim("fold", other));
    base.add(claim("tile", tile));
    expect(first.find("tile")?.definition).to.equal(tile);
    expect(first.entries().map(({ declaration }) => declaration.name)).to.deep.equal(["fold", "tile"]);
    expect(first.suggest("tilee")).to.equal("tile");
    expect([base.find("fold"), first.clashes, second.clashes]).to.deep.equal([undefined, [], []]);
    first.add(claim("fold", other));
    first.add(claim("tile", definePass({ name: "tile", ...noop }) as PassDefinition<object>));
    expect(first.clashes.map(({ message }) => message)).to.deep.equal([
      "two different passes are named `fold`",
      "two different passes are named `tile`",
    ]);
    expect(base.clashes).to.deep.equal([]);
    base.add({
      ...claim("tile", definePass({ name: "tile", ...noop }) as PassDefinition<object>),
      owner: { name: "b" },
    });
    expect(second.clashes.map(({ message }) => message)).to.deep.equal(["two packages declare pass `tile`"]);
  });

  it("lists its passes by name, and suggests a similar name for a wrong one", () => {
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

  /**
   * Plans with two plugins in this order: plugin `brings` adds the pass `stitch` with its code, and plugin `names`
   * inserts `stitch` by name.
   */
  function planOf(order: readonly ("brings" | "names")[]): string {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("tile");
    for (const contributor of order) {
      const view = builder.forContributor({ kind: "plugin", name: contributor });
      if (contributor === "brings") view.addAfter("tile", onFunctions);
      else view.addBefore("tile", "stitch");
    }
    const { plan } = builder.resolve();
    return plan === undefined ? "no plan" : printPlan(plan);
  }

  it("does not depend on calls of another plugin, which might come later", () => {
    expect(planOf(["brings", "names"])).to.equal(planOf(["names", "brings"]));
  });

  it("is the declaration of the contributor's own call", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("tile");
    const view = builder.forContributor({ kind: "plugin", name: "x" });
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
      "PWB0001: two packages declare pass `tile`",
    ]);
    expect(manager.isEmpty).to.equal(true);
  });
});

describe("two different passes with the same name", () => {
  const define = (): PassDefinition<object> => definePass({ name: "tile", ...noop });
  type Build = (builder: PassManagerBuilder, one: PassDefinition<object>, other: PassDefinition<object>) => void;

  const ways: { readonly [way: string]: readonly [owners: string, build: Build] } = {
    "that a framework adds": [
      "kiln kiln",
      (builder, one, other) => {
        builder.addPass(one);
        builder.addPass(other);
      },
    ],
    "that a framework adds in a bundle": ["kiln kiln", (builder, one, other) => builder.addBundle("kit", [one, other])],
    "that a framework adds under another choice": [
      "kiln kiln",
      (builder, one, other) => {
        builder.addPass(one);
        builder.when({ target: "gpu" }).addPass(other);
      },
    ],
    "that one plugin adds": [
      "x x",
      (builder, one, other) => {
        const view = builder.forContributor({ kind: "plugin", name: "x" });
        view.addPass(one);
        view.addBefore("tile", other);
      },
    ],
    "that one plugin adds and names in a rule": [
      "x x",
      (builder, one, other) => {
        const view = builder.forContributor({ kind: "plugin", name: "x" });
        view.addPass(one);
        view.rule(other).weak.after("a", { reason: "r" });
      },
    ],
    "that two plugins add": [
      "x y",
      (builder, one, other) => {
        builder.forContributor({ kind: "plugin", name: "y" }).addPass(other);
        builder.forContributor({ kind: "plugin", name: "x" }).addPass(one);
      },
    ],
    "that a framework adds and a plugin replaces a step with": [
      "kiln x",
      (builder, one, other) => {
        builder.addPass(one);
        builder.forContributor({ kind: "plugin", name: "x" }).replace("a", other);
      },
    ],
  };

  function diagnosticsOf(
    build: Build,
    one: PassDefinition<object>,
    other: PassDefinition<object>,
  ): readonly Diagnostic[] {
    const builder = new PassManagerBuilder("any", { framework: { name: "kiln" } });
    builder.addPass("a");
    build(builder, one, other);
    const { plan, diagnostics } = builder.resolve();
    expect(plan === undefined).to.equal(diagnostics.some(({ severity }) => severity === "error"));
    return diagnostics.filter(({ severity }) => severity === "error");
  }

  for (const [way, [owners, build]] of Object.entries(ways)) {
    it(`${way} are an error that names both owners`, () => {
      const [clash, ...more] = diagnosticsOf(build, define(), define());
      expect([clash?.code, more]).to.deep.equal(["PWB0001", []]);
      const named = clash?.notes?.slice(0, 2).map(({ message }) => message.split(" ").at(-1));
      expect(named?.join(" ")).to.equal(owners);
      const same = define();
      expect(diagnosticsOf(build, same, same)).to.deep.equal([]);
    });
  }

  it("in a manager that a builder is opened with are an error", () => {
    const manager = new OpPassManager("any");
    for (const definition of [define(), define()]) manager.addPass(definition);
    const { plan, diagnostics } = new PassManagerBuilder(manager).resolve();
    expect([plan, diagnostics.map(({ code }) => code)]).to.deep.equal([undefined, ["PWB0001"]]);
  });
});
