import { expect } from "chai";
import { definePass, OpPassManager } from "@passwright/core";
import { PassManagerBuilder, printPlan } from "@passwright/builder";
import type { Insertion } from "@passwright/builder";

const said = (answer: Insertion): string => (answer.ok ? answer.step : answer.diagnostic.code);

function text(builder: PassManagerBuilder): string {
  const { plan, diagnostics } = builder.resolve();
  const told = diagnostics.map(({ severity, code }) => ` ${severity} ${code}`);
  return [plan === undefined ? "no plan" : printPlan(plan), ...told].join("");
}

describe("the framework's own insertions", () => {
  function repeating(): PassManagerBuilder {
    const builder = new PassManagerBuilder("builtin.module");
    for (const name of ["tile", "cse", "fold", "cse"]) builder.addPass(name);
    return builder;
  }

  it("are placed next to the step that `which` selects, or next to each", () => {
    for (const [which, expected] of [
      [undefined, "tile,cse,fold,cse,p"],
      ["first", "tile,cse,p,fold,cse"],
      ["last", "tile,cse,fold,cse,p"],
      ["each", "tile,cse,p,fold,cse,p"],
    ] as const) {
      const builder = repeating();
      builder.addAfter("cse", "p", which === undefined ? {} : { which });
      expect(text(builder), which).to.equal(`builtin.module(${expected})`);
    }
    const builder = repeating();
    expect(said(builder.addBefore("cse", "p", { which: "only" }))).to.equal("PWB0104");
    expect(said(builder.addBefore("fold", "p", { which: "only" }))).to.equal("p");
    expect(text(builder)).to.equal("builtin.module(tile,cse,p,fold,cse) remark PWB0104");
  });

  it("next to a type accept only the default value of `which`", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addBundle("low", ["one", "two"], { types: ["Lowering"] });
    const answers = [
      builder.addBeforeType("Lowering", "p", { which: "first" }),
      builder.addAfterType("Lowering", "q", { which: "last" }),
      builder.addAfterType("Lowering", "r", { which: "each" }),
      builder.addBundle("b", ["s"], {
        place: { beforeType: "Lowering" },
        which: "last",
        onMissing: { use: { after: "p" } },
      }),
    ];
    expect(answers.map(said)).to.deep.equal(["p", "q", "PWB0120", "b"]);
    expect(text(builder)).to.equal("builtin.module(p,s,one,two,q) remark PWB0120 warning PWB0118");
  });

  it("with `which: each` are inserted at all positions or at none", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("cse");
    const nested = builder.nest("func.func");
    for (const name of ["cse", "fold"]) nested.addPass(name);
    expect(said(builder.addAfter("cse", "p", { which: "each", anchor: "builtin.module" }))).to.equal("PWB0110");
    expect(text(builder)).to.equal("builtin.module(cse,func.func(cse,fold)) remark PWB0110 warning PWB0118");
  });

  it("use an alternative position, are skipped, or are an error, depending on `onMissing`", () => {
    const builder = repeating();
    expect(said(builder.addBefore("no-such", "p", { onMissing: { use: { after: "tile" } } }))).to.equal("p");
    const others = { onMissing: { use: [{ at: "no-such" }, { after: "p" }, { before: "tile" }] } } as const;
    expect(said(builder.addBefore("no-such", "r", others))).to.equal("r");
    expect(said(builder.addBefore("no-such", "q", { onMissing: "skip" }))).to.equal("PWB0109");
    expect(text(builder)).to.equal("builtin.module(tile,p,r,cse,fold,cse) remark PWB0109");
    const failing = repeating();
    expect(said(failing.addBefore("no-such", "p", { onMissing: "error" }))).to.equal("PWB0109");
    expect(text(failing)).to.equal("no plan error PWB0109");
  });

  it("are not a warning if an alternative was used", () => {
    const builder = repeating();
    if (!builder.addBefore("no-such", "p").ok) builder.addPass("p");
    expect(text(builder)).to.equal("builtin.module(tile,cse,fold,cse,p) remark PWB0109");
  });

  it("use the end if no other position exists", () => {
    const builder = repeating();
    expect(said(builder.addBefore("no-such", "p", { onMissing: { use: { end: true } } }))).to.equal("p");
    expect(text(builder)).to.equal("builtin.module(tile,cse,fold,cse,p)");
  });

  it("of bundles use positions as those of passes do, as a whole or not at all", () => {
    const builder = repeating();
    const nested = builder.nest("func.func");
    nested.addPass("inner");
    nested.addPass("outer");
    const inFunction = definePass({ name: "f", anchor: "func.func", runOnOperation: (_op: object) => {} });
    const onModule = definePass({ name: "m", anchor: "builtin.module", runOnOperation: (_op: object) => {} });
    const answers = [
      builder.addBundle("one", ["a", ["b", { size: 2 }]], { kind: "contiguous", place: { after: "tile" } }),
      builder.addBundle("one", ["c", "d"], { kind: "atomic", place: { before: "cse" }, which: "each" }),
      builder.addBundle("in", [inFunction, "g"], { place: { before: "inner" } }),
      builder.addBundle("torn", ["g", onModule], { place: { before: "inner" } }),
      builder.addBundle("torn", ["g", onModule], { place: { after: "a" } }),
      builder.addBundle("out", [inFunction, onModule], { place: { after: "outer" }, kind: "contiguous" }),
      builder.addBundle("lost", ["l"], { place: { after: "no-such" }, onMissing: { use: { before: "fold" } } }),
      builder.addAfter("one#2", "after"),
    ];
    expect(answers.map(said)).to.deep.equal(["one", "one#2", "in", "PWB0110", "PWB0115", "out", "lost", "after"]);
    expect(text(builder)).to.equal(
      "builtin.module(tile,a,b{size=2},c,d,after,cse,l,fold,c,d,cse,func.func(f,g,inner,outer,f),m)" +
        " remark PWB0110 remark PWB0115",
    );
    const bundles = builder.resolve().plan?.steps.map(({ pass, bundle = "-" }) => `${pass} ${bundle}`);
    expect(bundles?.filter((each) => !each.endsWith("-"))).to.deep.equal([
      "a one",
      "b one",
      "c one#2",
      "d one#2",
      "l lost",
      "c one#3",
      "d one#3",
      "f in",
      "g in",
      "f out",
      "m out",
    ]);
  });

  it("are placed around a bundle by name, and not inside a closed one", () => {
    for (const kind of ["open", "contiguous", "atomic"] as const) {
      const builder = new PassManagerBuilder("builtin.module");
      builder.addBundle("pair", ["u", "v"], { kind, types: ["Lowering"] });
      builder.addBundle("pair", ["w"], { kind });
      const answers = [
        builder.addBefore("pair", "b"),
        builder.addAfter("pair", "c"),
        builder.addAfter("pair#2", "d"),
        builder.addBeforeType("Lowering", "e"),
        builder.addAfter("u", "f"),
        builder.addAfter("pair#2", "g", { which: "first" }),
        builder.addBefore("pair", "h", { which: "first" }),
        builder.addBefore("pair", "i", { which: "only" }),
      ].map(said);
      const inside = { open: "f", contiguous: "PWB0115", atomic: "PWB0109" }[kind];
      expect(answers, kind).to.deep.equal(["b", "c", "d", "e", inside, "g", "h", "PWB0104"]);
      const pair = kind === "open" ? "u,f,v" : "u,v";
      expect(text(builder).split(" ")[0]).to.equal(`builtin.module(b,e,h,${pair},w,g,d,c)`);
    }
  });
});

describe("passes with replaced types", () => {
  const retyped = [
    { pass: "a", types: ["Bufferization"], origin: { kind: "config", name: "passwright.config.yaml" } },
  ] as const;
  const pass = (name: string): ReturnType<typeof definePass> =>
    definePass({ name, types: ["Cleanup"], runOnOperation: (_op: object) => {} });

  it("have them wherever they come from: a call, a text, a manager, a plugin, a replacement", () => {
    const manager = new OpPassManager<object>("builtin.module");
    manager.addPass(pass("a"));
    const called = new PassManagerBuilder("builtin.module", { retyped });
    called.addPass(pass("a"), { types: ["Lowering"] });
    const replaced = new PassManagerBuilder("builtin.module", { retyped });
    replaced.addPass("z");
    replaced.forContributor({ kind: "plugin", name: "x" }).replace("z", pass("a"));
    const inserted = new PassManagerBuilder("builtin.module", { retyped });
    inserted.forContributor({ kind: "plugin", name: "x" }).addPass(pass("a"), { types: ["Lowering"] });
    const others = [
      new PassManagerBuilder("builtin.module(a)", { retyped }),
      new PassManagerBuilder(manager, { retyped }),
    ];
    for (const builder of [called, replaced, inserted, ...others]) {
      expect(builder.resolve().plan?.steps.map(({ types }) => types)).to.deep.equal([["Bufferization"]]);
    }
  });

  it("are in the plan only if the plan has the pass, leaves it out, or has it for another choice", () => {
    const retypedIn = (settings: object, when = {}): readonly string[] | undefined => {
      const builder = new PassManagerBuilder("builtin.module", { retyped, choice: { target: "cpu" }, ...settings });
      builder.addPass("a", { when });
      return builder.resolve().plan?.retyped.map((one) => one.pass);
    };
    expect(retypedIn({})).to.deep.equal(["a"]);
    expect(retypedIn({ overrides: [{ ban: "a", origin: retyped[0].origin }] })).to.deep.equal(["a"]);
    expect(retypedIn({}, { target: "gpu" })).to.deep.equal(["a"]);
    expect(retypedIn({ retyped: [{ ...retyped[0], pass: "b" }] })).to.deep.equal([]);
  });
});
