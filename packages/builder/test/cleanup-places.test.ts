import { expect } from "chai";
import type { PassDeclaration } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { Properties } from "@passwright/builder";
import { CANONICALIZE, passes, planOf, PROPERTIES } from "./scenario/cleanup-plans.ts";

describe("cleanups that something requires", () => {
  const outer: PassDeclaration = { ...CANONICALIZE, anchor: "builtin.module" };

  it("are right before it, after an extension point, and are numbered", () => {
    expect(planOf([CANONICALIZE], passes("tile .p match tile match"))).to.equal(
      "builtin.module(tile,.p,inserted::canonicalize,match,tile#2,inserted::canonicalize#2,match#2)",
    );
  });

  it("are the first in the framework's list that does it", () => {
    const [other, better]: readonly PassDeclaration[] = [{ name: "other", provides: ["tidy"] }, CANONICALIZE];
    const last: PassDeclaration = { name: "last", provides: ["canonical"] };
    expect(planOf([other as PassDeclaration, better as PassDeclaration, last], passes("match"))).to.equal(
      "builtin.module(inserted::canonicalize,match)",
    );
  });

  it("are before a nested pipeline that they cannot be in, if their properties survive until then", () => {
    const nested = (names: string) => (builder: PassManagerBuilder) => {
      builder.addPass("tile");
      passes(names)(builder.nest("func.func"));
    };
    expect(planOf([outer], nested("look look match"))).to.equal(
      "builtin.module(tile,inserted::canonicalize,func.func(look,look#2,match))",
    );
    expect(planOf([outer], nested(".p look match"))).to.equal(
      "builtin.module(tile,inserted::canonicalize,func.func(.p,look,match))",
    );
    expect(planOf([outer], nested("look cse match"))).to.equal("PWB0501 match");
    // A requirement that cannot be satisfied does not affect other requirements.
    expect(
      planOf([outer], (builder) => {
        passes("tile match tile")(builder);
        passes("look cse match")(builder.nest("func.func"));
      }),
    ).to.equal("PWB0501 match#2");
    expect(planOf([outer], (builder) => passes("look match")(builder.nest("func.func")))).to.equal(
      "builtin.module(inserted::canonicalize,func.func(look,match))",
    );
  });

  it("are missing if no cleanup provides it", () => {
    expect(planOf([CANONICALIZE], passes("tile consult match"))).to.equal("PWB0501 consult");
  });

  it("are before a closed bundle, not in it", () => {
    for (const kind of ["contiguous", "atomic"] as const) {
      expect(planOf([CANONICALIZE], (builder) => builder.addBundle("b", ["look", "match"], { kind }))).to.equal(
        "builtin.module(inserted::canonicalize,look,match)",
      );
    }
    expect(planOf([CANONICALIZE], (builder) => builder.addBundle("b", ["look", "match"]))).to.equal(
      "builtin.module(look,inserted::canonicalize,match)",
    );
  });

  it("do not break a guard", () => {
    const guarded = (names: string) => passes(names, (b) => b.guard("tidy", { from: "tile", to: "fold", reason: "r" }));
    const inside = planOf([CANONICALIZE], guarded("look tile match fold"));
    expect(inside).to.equal("PWB0501 match");
    expect(planOf([{ ...CANONICALIZE, preserves: ["tidy"] }], guarded("look tile match fold"))).to.equal(
      "builtin.module(look,tile,inserted::canonicalize,match,fold)",
    );
    expect(planOf([CANONICALIZE], guarded("fold tile look match fold"))).to.equal("PWB0501 match");
    expect(planOf([CANONICALIZE], guarded("tile look fold tile match"))).to.equal(
      "builtin.module(tile,look,fold,tile#2,inserted::canonicalize,match)",
    );
    expect(planOf([CANONICALIZE], guarded("look match tile fold"))).to.equal(
      "builtin.module(look,inserted::canonicalize,match,tile,fold)",
    );
    expect(planOf([CANONICALIZE], guarded("tile look fold match"))).to.equal(
      "builtin.module(tile,look,fold,inserted::canonicalize,match)",
    );
    // An extension point does not begin or end the range of a guard, even if the guard contains the name of the point.
    expect(planOf([CANONICALIZE], guarded("tile fold .tile match fold"))).to.equal(
      "builtin.module(tile,fold,.tile#2,inserted::canonicalize,match,fold#2)",
    );
    expect(planOf([CANONICALIZE], guarded("tile fold tile match .fold"))).to.equal(
      "builtin.module(tile,fold,tile#2,inserted::canonicalize,match,.fold#2)",
    );
  });

  it("take away nothing that holds", () => {
    const cleanup: PassDeclaration = { ...CANONICALIZE, invalidates: ["bufferized"] };
    expect(planOf([cleanup], passes("match bufferize"))).to.equal(
      "builtin.module(inserted::canonicalize,match,bufferize)",
    );
    expect(planOf([cleanup], passes("bufferize tile match"))).to.equal("PWB0501 match");
    expect(planOf([cleanup], passes("bufferize tile .p match"))).to.equal("PWB0501 match");
    const more: PassDeclaration = { ...CANONICALIZE, invalidates: ["bufferized", "linked"] };
    expect(planOf([more], passes("bufferize tile match"))).to.equal("PWB0501 match");
    expect(planOf([more], passes("bufferize match"))).to.equal(
      "builtin.module(inserted::canonicalize,bufferize,match)",
    );
  });
});

describe("duplicates of cleanups", () => {
  const dropped = "dropped as a duplicate";

  it("are equal in name, options, types and nesting", () => {
    const twice = (one: object, other: object): string =>
      planOf([CANONICALIZE], (builder) => {
        builder.addPass("canonicalize", one);
        builder.addPass("canonicalize", other);
      });
    expect(twice({ options: { a: 1, b: 2 } }, { options: { b: 2, a: 1 } })).to.contain(dropped);
    expect(twice({ options: { a: 1, b: 2 } }, { options: { a: 1, b: 3 } })).to.not.contain(dropped);
    expect(twice({}, { types: ["Lowering"] })).to.not.contain(dropped);
    const both: PassDeclaration = { name: "sweep", provides: ["canonical"] };
    expect(planOf([CANONICALIZE, both], passes("canonicalize sweep"))).to.not.contain(dropped);
    const nested = (builder: PassManagerBuilder): void => {
      builder.addPass("canonicalize");
      passes("canonicalize")(builder.nest("func.func"));
    };
    expect(planOf([CANONICALIZE], nested)).to.not.contain(dropped);
  });

  it("that provide nothing are dropped only directly after another one; an extension point may be in between", () => {
    const sweep: PassDeclaration = { name: "sweep" };
    expect(planOf([sweep], passes("sweep .p sweep"))).to.equal(
      "builtin.module(sweep,.p)\nsweep#2: dropped as a duplicate: the step directly follows `sweep`",
    );
    expect(planOf([sweep], passes("sweep look sweep"))).to.not.contain(dropped);
  });

  it("stay if only some of the properties that they provide hold", () => {
    const polish: PassDeclaration = { name: "polish", provides: ["canonical", "tidy"] };
    const half: PassDeclaration = { name: "half", preserves: ["tidy"] };
    expect(planOf([polish, half], passes("half polish polish"))).to.contain(dropped);
    expect(planOf([polish, half], passes("polish half polish"))).to.not.contain(dropped);
    expect(planOf([polish], passes("polish wear match"))).to.equal(
      "builtin.module(polish,wear,inserted::polish,match)",
    );
  });

  it("stay if they are pinned, in a closed bundle, or no cleanup", () => {
    const origin = { kind: "config", name: "c" } as const;
    const pinned = (pin: string): string =>
      planOf([CANONICALIZE], passes("canonicalize canonicalize canonicalize"), { overrides: [{ pin, origin }] });
    expect(pinned("canonicalize#2")).to.contain("(canonicalize,canonicalize#2)");
    expect(pinned("canonicalize")).to.not.contain(dropped);
    expect(pinned("other")).to.contain("(canonicalize)");
    expect(planOf([CANONICALIZE], passes("look look"))).to.not.contain(dropped);
    const inBundle = (kind: "open" | "contiguous"): string =>
      planOf([CANONICALIZE], (b) => b.addBundle("b", ["canonicalize", "canonicalize"], { kind }));
    expect(inBundle("open")).to.contain(dropped);
    expect(inBundle("contiguous")).to.not.contain(dropped);
  });

  it("are shared by two adjacent contiguous bundles, but not by atomic ones", () => {
    const cse: PassDeclaration = { name: "cse", provides: ["tidy"], preserves: ["canonical"] };
    const meeting = (kind: "contiguous" | "atomic", ...between: string[]): string =>
      planOf([CANONICALIZE, cse], (builder) => {
        builder.addBundle("one", ["tile", "canonicalize", "cse"], { kind });
        for (const name of between) builder.addPass(name);
        builder.addBundle("other", ["canonicalize", "cse", "look", "cse", "fold"], { kind });
      });
    expect(meeting("contiguous").split("\n")[0]).to.equal("builtin.module(tile,canonicalize,cse,look,cse#3,fold)");
    expect(meeting("contiguous", "look")).to.contain("builtin.module(tile,canonicalize,cse,look,look#2,cse#3,fold)");
    expect(meeting("contiguous", "tile")).to.not.contain(dropped);
    expect(meeting("atomic")).to.not.contain(dropped);
  });

  it("that presence rules need stay, even if several could be dropped at once", () => {
    const rules = (more: (builder: PassManagerBuilder) => void): string =>
      planOf(
        [CANONICALIZE],
        passes("canonicalize canonicalize look canonicalize canonicalize look canonicalize", more),
      );
    const gone = (text: string): string => text.split("\n")[0] ?? "";
    expect(gone(rules(() => {}))).to.equal("builtin.module(canonicalize,look,look#2)");
    // The last subject requires a cleanup after itself, so only the last cleanup satisfies the rule.
    const behind = (b: PassManagerBuilder): void => b.rule("look").weak.beforeSome("canonicalize", { reason: "r" });
    expect(gone(rules(behind))).to.equal("builtin.module(canonicalize,look,look#2,canonicalize#5)");
    const before = (b: PassManagerBuilder): void =>
      b.rule("look").strong.afterSome({ type: "Cleanup" }, { reason: "r" });
    expect(gone(rules(before))).to.equal("builtin.module(canonicalize,look,look#2)");
    const both = (b: PassManagerBuilder): void => {
      behind(b);
      before(b);
    };
    expect(gone(rules(both))).to.equal("builtin.module(canonicalize,look,look#2,canonicalize#5)");
    // A rule that cannot be satisfied does not keep a cleanup, and does not affect other rules.
    const late = (b: PassManagerBuilder): void => {
      b.addPass("use");
      b.rule("look").weak.afterSome("canonicalize", { reason: "r" });
      b.rule("use").strong.afterSome("canonicalize", { reason: "r" });
    };
    const properties: Properties = { ...PROPERTIES, canonical: { kind: "fragile", initially: true } };
    const names = "look canonicalize look canonicalize";
    expect(gone(planOf([CANONICALIZE], passes(names, late), { properties }))).to.equal(
      "builtin.module(look,canonicalize,look#2,use)",
    );
    // If the subject of a rule is a cleanup, the target of the rule is kept only as long as the subject is kept.
    const own = (b: PassManagerBuilder): void => b.rule("canonicalize").weak.afterSome("canonicalize", { reason: "r" });
    expect(gone(rules(own))).to.equal("builtin.module(canonicalize,look,look#2)");
  });

  it("stay if a presence rule needs them, and so do cleanups that were inserted for dropped ones", () => {
    const cse: PassDeclaration = { name: "cse", provides: ["tidy"], requires: ["canonical"] };
    const canonicalize: PassDeclaration = { ...CANONICALIZE, preserves: ["tidy"] };
    const ruin: PassDeclaration = { name: "ruin", preserves: ["tidy"] };
    const properties: Properties = { ...PROPERTIES, canonical: { kind: "fragile", initially: true } };
    const build = (rule: (builder: PassManagerBuilder) => void) => passes("cse ruin cse fold", rule);
    // `ruin` provides nothing, so it is not inserted. It preserves the property that cse provides, and removes the
    // property that cse requires.
    const cleanups = [canonicalize, cse, ruin];
    expect(
      planOf(
        cleanups,
        build(() => {}),
        { properties },
      ),
    ).to.contain("(cse,ruin,fold)");
    const needs = (builder: PassManagerBuilder): void =>
      builder.rule("fold").strong.afterSome("canonicalize", { reason: "r" });
    expect(planOf(cleanups, build(needs), { properties })).to.contain("(cse,ruin,inserted::canonicalize,fold)");
    const wants = (builder: PassManagerBuilder): void =>
      builder.rule("look").weak.beforeSome("canonicalize", { reason: "r" });
    expect(planOf([CANONICALIZE], passes("canonicalize look canonicalize", wants))).to.not.contain(dropped);
    expect(planOf([CANONICALIZE], passes("look canonicalize canonicalize", wants))).to.contain(dropped);
  });

  it("are not inserted if they would begin a guarded range in which other steps break the guard", () => {
    const catalogue = new PassCatalogue();
    for (const declaration of [
      { name: "canonicalize", provides: ["canonical"], preserves: ["tidy"] },
      { name: "cse", provides: ["tidy"], requires: ["canonical"] },
      { name: "read", preserves: [] },
      { name: "use", requires: ["tidy"], provides: ["canonical"], preserves: [] },
    ])
      catalogue.add({ declaration, owner: { name: "kiln" } });
    const builder = new PassManagerBuilder("builtin.module", {
      framework: { name: "kiln" },
      catalogue,
      properties: { canonical: { kind: "fragile" }, tidy: { kind: "fragile" } },
      cleanups: ["canonicalize", "cse"],
    });
    const functions = builder.nest("func.func");
    for (const name of ["cse", "cse", "read"]) functions.addPass(name);
    builder.addBundle("sealed", ["use", "read", "read"], { kind: "atomic" });
    for (const name of ["use", "cse"]) builder.addPass(name);
    builder.guard("tidy", { from: "cse", to: "cse", reason: "is looked up" });
    const { plan, diagnostics } = builder.resolve();
    expect(plan).to.equal(undefined);
    expect(diagnostics.map(({ code, step }) => `${code} ${step}`)).to.deep.equal(["PWB0501 use"]);
  });

  it("are named in the error with the rule, guard or step that prevents them, and with its contributor", () => {
    const problem = (extend: (view: PassManagerBuilder) => unknown, cleanup: Partial<PassDeclaration> = {}): string => {
      const catalogue = new PassCatalogue();
      const own: readonly PassDeclaration[] = [
        { name: "tile" },
        { name: "fold", preserves: ["tidy", "canonical"] },
        { name: "match", requires: ["canonical"], preserves: ["tidy"] },
        { name: "canonicalize", provides: ["canonical"], ...cleanup },
      ];
      for (const declaration of own) catalogue.add({ declaration, owner: { name: "kiln" } });
      catalogue.add({ declaration: { name: "raw", forbids: ["canonical"] }, owner: { name: "odd" } });
      const options = { framework: { name: "kiln" }, catalogue, properties: PROPERTIES, cleanups: ["canonicalize"] };
      const builder = new PassManagerBuilder("builtin.module", options);
      for (const name of ["tile", "match", "fold"]) builder.addPass(name);
      extend(builder.forContributor({ kind: "plugin", name: "odd" }));
      const { diagnostics } = builder.resolve();
      const found = diagnostics.find(({ code }) => code === "PWB0501");
      return (
        found?.notes
          ?.slice(3)
          .map(({ message }) => message)
          .join("; ") ?? diagnostics.map(({ code }) => code).join()
      );
    };
    const blocked = "cleanup `canonicalize` provides `canonical`, but cannot be inserted:";
    const removed = "the pipeline resolves if `odd` is removed";
    expect(problem((view) => view.addPass("raw"))).to.equal(
      `${blocked} \`odd::raw\` forbids \`canonical\`; ${removed}`,
    );
    expect(problem((view) => view.rule("canonicalize").strong.before("tile", { reason: "r" }))).to.equal(
      `${blocked} \`canonicalize\` must be before \`tile\`; ${removed}`,
    );
    expect(problem((view) => view.guard("tidy", { from: "tile", to: "match", reason: "r" }))).to.equal(
      `${blocked} a guard protects \`tidy\` from \`tile\` to \`match\`; ${removed}`,
    );
    expect(problem(() => undefined, { requires: ["shapes"] })).to.equal(
      `${blocked} its own requirements do not hold at the position`,
    );
  });
});
