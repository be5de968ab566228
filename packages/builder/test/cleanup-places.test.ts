import { expect } from "chai";
import { definePass, type PassDeclaration } from "@passwright/core";
import { type BuilderOptions, PassCatalogue, PassManagerBuilder, type Properties } from "@passwright/builder";
import { outlinePlan } from "./scenario/show.ts";

const CANONICALIZE: PassDeclaration = { name: "canonicalize", types: ["Cleanup"], provides: ["canonical"] };

/** `match` requires what canonicalize provides; `tile` says nothing, so it ruins everything; `look` only looks. */
const OTHERS: readonly PassDeclaration[] = [
  { name: "match", requires: ["canonical"], preserves: ["canonical", "tidy"] },
  { name: "look", preserves: ["canonical", "tidy"] },
  { name: "bufferize", provides: ["bufferized"] },
];
const PROPERTIES: Properties = { canonical: { kind: "fragile" }, tidy: { kind: "fragile" } };

function planOf(
  cleanups: readonly PassDeclaration[],
  build: (builder: PassManagerBuilder) => void,
  { properties = PROPERTIES, ...options }: BuilderOptions<object> = {},
): string {
  const catalogue = new PassCatalogue();
  for (const declaration of [...cleanups, ...OTHERS]) catalogue.add({ declaration, owner: { name: "kiln" } });
  const names = cleanups.map(({ name }) => name);
  const builder = new PassManagerBuilder("builtin.module", { catalogue, cleanups: names, properties, ...options });
  build(builder);
  const { plan, diagnostics } = builder.resolve();
  if (plan === undefined) return diagnostics.map(({ code, step }) => `${code} ${step ?? ""}`.trim()).join(" ");
  return [outlinePlan(plan), ...plan.leftOut.map(({ address, because }) => `${address}: ${because}`)].join("\n");
}

const passes =
  (names: string, more: (builder: PassManagerBuilder) => void = () => {}) =>
  (builder: PassManagerBuilder): void => {
    for (const name of names.split(" ")) {
      if (name.startsWith(".")) builder.addExtensionPoint(name.slice(1));
      else builder.addPass(name);
    }
    more(builder);
  };

describe("cleanups that something requires", () => {
  const outer: PassDeclaration = { ...CANONICALIZE, anchor: "builtin.module" };

  it("stand right before it, behind an extension point, and are numbered", () => {
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

  it("stand before the nested pipeline that they cannot be in, if what they provide survives until then", () => {
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
    expect(planOf([outer], (builder) => passes("look match")(builder.nest("func.func")))).to.equal(
      "builtin.module(inserted::canonicalize,func.func(look,match))",
    );
  });

  it("stand before a closed bundle and not in it", () => {
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
  });

  it("take away nothing that holds", () => {
    const cleanup: PassDeclaration = { ...CANONICALIZE, invalidates: ["bufferized"] };
    expect(planOf([cleanup], passes("match bufferize"))).to.equal(
      "builtin.module(inserted::canonicalize,match,bufferize)",
    );
    expect(planOf([cleanup], passes("bufferize match"))).to.equal("PWB0501 match");
    expect(planOf([cleanup], passes("bufferize .p match"))).to.equal("PWB0501 match");
  });
});

describe("cleanups that a weak rule wants some time later", () => {
  const wish =
    (subject: string, target: string, strength: "weak" | "strong" = "weak") =>
    (builder: PassManagerBuilder): void => {
      const rule = builder.rule(subject);
      const wanted = target.startsWith(":") ? { type: target.slice(1) } : target;
      (strength === "weak" ? rule.weak : rule.strong).beforeSome(wanted, { reason: "r" });
    };

  it("stand right after the last that wants one", () => {
    expect(planOf([CANONICALIZE], passes("tile look tile look", wish("tile", "canonicalize")))).to.equal(
      "builtin.module(tile,look,tile#2,inserted::canonicalize,look#2)",
    );
    expect(planOf([CANONICALIZE], passes("tile look", wish("tile", ":Cleanup")))).to.equal(
      "builtin.module(tile,inserted::canonicalize,look)",
    );
  });

  it("serve several rules at once, in whatever order they are stated", () => {
    const wishes = [wish("look", "canonicalize"), wish("tile", ":Cleanup")];
    for (const order of [wishes, wishes.toReversed()]) {
      const all = (builder: PassManagerBuilder): void => order.forEach((each) => each(builder));
      expect(planOf([CANONICALIZE], passes("tile look fold", all))).to.equal(
        "builtin.module(tile,look,inserted::canonicalize,fold)",
      );
    }
  });

  it("take nothing away that a later step requires and no cleanup brings back", () => {
    const properties: Properties = { ...PROPERTIES, schedule: { kind: "fragile" } };
    const frame = (names: string) => (builder: PassManagerBuilder) => {
      const pass = (name: string, more: object): unknown =>
        definePass({ name, ...more, runOnOperation: (_op: object) => {} });
      const own: { readonly [name: string]: unknown } = {
        plan: pass("plan", { provides: ["schedule"] }),
        use: pass("use", { requires: ["schedule"] }),
        spare: pass("spare", { preserves: ["schedule"] }),
      };
      for (const name of names.split(" ")) builder.addPass((own[name] ?? name) as never);
      wish("spare", "canonicalize")(builder);
    };
    expect(planOf([CANONICALIZE], frame("plan spare spare use"), { properties })).to.equal(
      "builtin.module(plan,spare,spare#2,use,inserted::canonicalize)",
    );
    expect(planOf([CANONICALIZE], frame("plan spare plan use"), { properties })).to.equal(
      "builtin.module(plan,spare,inserted::canonicalize,plan#2,use)",
    );
    expect(planOf([{ ...CANONICALIZE, preserves: ["schedule"] }], frame("plan spare use"), { properties })).to.equal(
      "builtin.module(plan,spare,inserted::canonicalize,use)",
    );
  });

  it("are not inserted where they would want one themselves", () => {
    const self = (builder: PassManagerBuilder): void =>
      builder.rule({ type: "Cleanup" }).weak.beforeSome("canonicalize", { reason: "r" });
    expect(planOf([CANONICALIZE], passes("canonicalize look", self))).to.equal("builtin.module(canonicalize,look)");
  });

  it("are not inserted for strong rules, and not for passes that are no cleanup", () => {
    expect(planOf([CANONICALIZE], passes("tile", wish("tile", "canonicalize", "strong")))).to.equal("PWB0201");
    expect(planOf([CANONICALIZE], passes("tile", wish("tile", "fold")))).to.equal("builtin.module(tile)");
    const wishBefore = (builder: PassManagerBuilder): void =>
      builder.rule("tile").weak.afterSome("canonicalize", { reason: "r" });
    expect(planOf([CANONICALIZE], passes("tile", wishBefore))).to.equal("builtin.module(tile)");
  });

  it("stand behind what they cannot be in: a nested pipeline, a closed bundle, a guard", () => {
    const outer: PassDeclaration = { ...CANONICALIZE, anchor: "builtin.module" };
    const nested = (builder: PassManagerBuilder): void => {
      passes("tile look")(builder.nest("func.func"));
      wish("tile", "canonicalize")(builder);
      builder.addPass("fold");
    };
    expect(planOf([outer], nested)).to.equal("builtin.module(func.func(tile,look),inserted::canonicalize,fold)");
    const bundle = (builder: PassManagerBuilder): void => {
      builder.addBundle("b", ["tile", "look"], { kind: "contiguous" });
      wish("tile", "canonicalize")(builder);
    };
    expect(planOf([CANONICALIZE], bundle)).to.equal("builtin.module(tile,look,inserted::canonicalize)");
    const guard = (builder: PassManagerBuilder): void => {
      wish("tile", "canonicalize")(builder);
      builder.guard("tidy", { from: "tile", to: "fold", reason: "r" });
    };
    expect(planOf([CANONICALIZE], passes("tile look fold", guard))).to.equal(
      "builtin.module(tile,look,fold,inserted::canonicalize)",
    );
    expect(
      planOf(
        [{ ...CANONICALIZE, invalidates: ["bufferized"] }],
        passes("bufferize look", wish("look", "canonicalize")),
      ),
    ).to.equal("builtin.module(bufferize,look)");
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

  it("that provide nothing are dropped only one right after the other, an extension point between or not", () => {
    const sweep: PassDeclaration = { name: "sweep" };
    expect(planOf([sweep], passes("sweep .p sweep"))).to.equal(
      "builtin.module(sweep,.p)\nsweep#2: dropped as a duplicate: it follows `sweep`",
    );
    expect(planOf([sweep], passes("sweep look sweep"))).to.not.contain(dropped);
  });

  it("stay if only some of what they provide holds", () => {
    const polish: PassDeclaration = { name: "polish", provides: ["canonical", "tidy"] };
    const half: PassDeclaration = { name: "half", preserves: ["tidy"] };
    expect(planOf([polish, half], passes("half polish polish"))).to.contain(dropped);
    expect(planOf([polish, half], passes("polish half polish"))).to.not.contain(dropped);
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

  it("are shared by two contiguous bundles where they meet, and by atomic ones not", () => {
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

  it("that rules about presence need stay, also where several could go at once", () => {
    const rules = (more: (builder: PassManagerBuilder) => void): string =>
      planOf(
        [CANONICALIZE],
        passes("canonicalize canonicalize look canonicalize canonicalize look canonicalize", more),
      );
    const gone = (text: string): string => text.split("\n")[0] ?? "";
    expect(gone(rules(() => {}))).to.equal("builtin.module(canonicalize,look,look#2)");
    // The last subject wants one behind it: only the very last cleanup serves.
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
    // What is broken anyway keeps nothing, and takes nothing from a rule that is not.
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
    // A cleanup that is itself the subject needs what it has, until it goes.
    const own = (b: PassManagerBuilder): void => b.rule("canonicalize").weak.afterSome("canonicalize", { reason: "r" });
    expect(gone(rules(own))).to.equal("builtin.module(canonicalize,look,look#2)");
  });

  it("stay if a rule about presence needs them, and so do cleanups that were inserted for dropped ones", () => {
    const cse: PassDeclaration = { name: "cse", provides: ["tidy"], requires: ["canonical"] };
    const canonicalize: PassDeclaration = { ...CANONICALIZE, preserves: ["tidy"] };
    const ruin: PassDeclaration = { name: "ruin", preserves: ["tidy"] };
    const properties: Properties = { ...PROPERTIES, canonical: { kind: "fragile", initially: true } };
    const build = (rule: (builder: PassManagerBuilder) => void) => passes("cse ruin cse fold", rule);
    // `ruin` provides nothing, so it is not inserted; it keeps what cse provides and takes away what cse requires.
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

  it("stay, all of them, where without a duplicate another one would be missed", () => {
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
    expect(diagnostics.map(({ code, step }) => `${code} ${step}`)).to.deep.equal([
      "PWB0501 use#2",
      "PWB0504 read#2",
      "PWB0504 read#3",
    ]);
  });
});
