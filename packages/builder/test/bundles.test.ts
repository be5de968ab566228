import { expect } from "chai";
import { definePass, renderDiagnostic } from "@passwright/core";
import { PassManagerBuilder } from "@passwright/builder";
import type { Insertion } from "@passwright/builder";
import { outlinePlan } from "./scenario/show.ts";

const outer = definePass({ name: "outer", anchor: "builtin.module", runOnOperation: (_op: object) => {} });

function framework(): PassManagerBuilder {
  const builder = new PassManagerBuilder("builtin.module");
  builder.addPass("tile");
  const nested = builder.nest("func.func");
  for (const name of ["cse", "fold", "cse"]) nested.addPass(name);
  return builder;
}

function planOf(build: (view: PassManagerBuilder) => unknown, builder = framework()): string {
  build(builder.forContributor({ kind: "plugin", name: "x" }));
  const { plan, diagnostics } = builder.resolve();
  return plan === undefined ? diagnostics.map(({ code }) => code).join(" ") : outlinePlan(plan);
}

describe("bundles of plugins", () => {
  it("are adjacent, and are inserted completely at several positions", () => {
    expect(planOf((view) => view.addBundle("pq", ["p", "q"], { place: { after: "tile" } }))).to.equal(
      "builtin.module(tile,x::p,x::q,func.func(cse,fold,cse#2))",
    );
    expect(planOf((view) => view.addBundle("pq", ["p", "q"], { place: { before: "cse" }, which: "each" }))).to.equal(
      "builtin.module(tile,func.func(x::p,x::q,cse,fold,x::p@2,x::q@2,cse#2))",
    );
  });

  it("with the same name are separate, and so is every copy", () => {
    const builder = framework();
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    view.addBundle("pq", ["p", "q"], { place: { after: "tile" } });
    view.addBundle("pq", ["p", "missing"], { place: { after: "nothing" } });
    view.addBundle("pq", ["r"], { place: { before: "cse" }, which: "each" });
    const inBundles = builder.resolve().plan?.steps.filter(({ bundle }) => bundle !== undefined) ?? [];
    expect(inBundles.map(({ address, bundle }) => `${address} ${bundle}`)).to.deep.equal([
      "x::p x::pq",
      "x::q x::pq",
      "x::r x::pq#2",
      "x::r@2 x::pq#2@2",
    ]);
  });

  it("of the framework with the same name are all meant by this name", () => {
    const builder = new PassManagerBuilder("builtin.module", { framework: { name: "acme" } });
    for (const pass of ["inline", "lower"]) {
      builder.addBundle("tidy", ["cse", "fold"]);
      builder.addPass(pass);
    }
    for (const which of ["first", "last", "each"] as const) builder.addAfter("tidy", `own-${which}`, { which });
    builder.addAfter("tidy", "own-default");
    const ownOnly = builder.addBefore("tidy", "own-only", { which: "only" });
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    for (const which of ["first", "last", "each"] as const) view.addBefore("tidy", which, { which });
    view.addAfter("tidy", "default");
    view.addAfter("tidy#1", "address");
    const only = view.addBefore("tidy", "only", { which: "only", onMissing: "skip" });
    const { plan, diagnostics } = builder.resolve();
    const refused = [ownOnly, only].flatMap((made) => (made.ok ? [] : [renderDiagnostic(made.diagnostic)]));
    const found = diagnostics.filter(({ code }) => code === "PWB0105").map((each) => renderDiagnostic(each));
    expect([plan && outlinePlan(plan), ...refused, ...found].join("\n")).to
      .equal(`builtin.module(x::first,x::each,cse,fold,x::address,own-each,own-first,inline,x::last,x::each@2,cse#2,fold#2,x::default,own-default,own-each#2,own-last,lower)
error[PWB0104]: \`tidy\` is ambiguous, because the pipeline has 2 steps with this name
  --> framework acme
   = requested: \`own-only\` before \`tidy\`
   = steps: \`tidy#1\`, \`tidy#2\`
help: set \`which\` to \`first\`, \`last\` or \`each\`, or use an address, for example \`tidy#2\`
error[PWB0104]: \`tidy\` is ambiguous, because the pipeline has 2 steps with this name
  --> plugin x
   = requested: \`only\` before \`tidy\`
   = steps: \`tidy#1\`, \`tidy#2\`
help: set \`which\` to \`first\`, \`last\` or \`each\`, or use an address, for example \`tidy#2\`
warning[PWB0105]: the pipeline has 2 steps with the name \`tidy\`, and the insertion uses \`tidy#2\`
  --> plugin x
   = requested: \`default\` after \`tidy\`
   = steps: \`tidy#1\`, \`tidy#2\`
help: set \`which\` to \`first\`, \`last\` or \`each\`, or use an address, for example \`tidy#2\``);
  });

  it("that are placed by their own type do not count for that type", () => {
    const told = planOf((view) => {
      view.addBundle("pq", ["p", "q"], {
        types: ["Cold"],
        place: { afterType: "Cold" },
        onMissing: { use: { end: true } },
      });
      view.addBundle("rs", ["r", "s"], { types: ["Cold"], place: { afterType: "Cold" } });
    });
    expect(told).to.equal("builtin.module(tile,func.func(cse,fold,cse#2),x::p,x::q,x::r,x::s)");
  });

  for (const [kind, passes, inside, outside] of [
    ["contiguous", ["p", outer], "cse#2,x::p", "x::outer"],
    ["contiguous", ["p", "q", outer], "cse#2,x::p,x::q", "x::outer"],
    ["open", ["p", "q", outer], "x::p,x::q,cse#2", "x::outer,x::last"],
  ] as const)
    it(`that are ${kind}, of ${passes.length}, beside a type's end in a manager that one of them cannot be in`, () => {
      const builder = framework();
      const contributor = { kind: "plugin", name: "d" } as const;
      builder.contribute([
        { contributor, pass: "late", place: { after: "fold" }, settings: { types: ["Late"] }, origin: contributor },
      ]);
      const told = planOf((view) => {
        if (kind === "open") view.addPass("last");
        view.addBundle("po", passes, { kind, place: { afterType: "Late" } });
      }, builder);
      expect(told).to.equal(`builtin.module(tile,func.func(cse,fold,d::late,${inside}),${outside})`);
    });

  it("use an alternative position as a whole", () => {
    const settings = { place: { after: "missing" }, onMissing: { use: { after: "tile" } } } as const;
    expect(planOf((view) => view.addBundle("pq", ["p", "q"], settings))).to.equal(
      "builtin.module(tile,x::p,x::q,func.func(cse,fold,cse#2))",
    );
  });

  it("use the first alternative position that is legal for all of their passes", () => {
    const use = [{ at: "missing" }, { after: "cse" }, { after: "tile" }, { end: true }] as const;
    const settings = { place: { after: "missing" }, onMissing: { use }, which: "first" } as const;
    expect(planOf((view) => view.addBundle("po", ["p", outer], settings))).to.equal(
      "builtin.module(tile,x::p,x::outer,func.func(cse,fold,cse#2))",
    );
  });

  it("use an alternative position as a whole if a later pass is refused at the first one", () => {
    const settings = { place: { after: "cse" }, onMissing: { use: { after: "tile" } }, which: "first" } as const;
    expect(planOf((view) => view.addBundle("po", ["p", outer], settings))).to.equal(
      "builtin.module(tile,x::p,x::outer,func.func(cse,fold,cse#2))",
    );
    const builder = framework();
    builder.forContributor({ kind: "plugin", name: "x" }).addBundle("po", ["p", outer], settings);
    const [because] = builder.resolve().plan?.steps.flatMap((step) => (step.pass === "p" ? [step.because] : [])) ?? [];
    expect(because).to.equal("after the first `tile`, because the position after the first `cse` does not exist");
  });

  for (const [onMissing, expected] of [
    ["error", ["error PWB0107"]],
    ["skip", ["remark PWB0107"]],
    [{ use: { after: "fold" } }, ["remark PWB0107", "warning PWB0118"]],
    [undefined, ["remark PWB0107", "warning PWB0118"]],
  ] as const)
    it(`are an error, a remark or a warning without a place for a later pass: ${JSON.stringify(onMissing)}`, () => {
      const builder = framework();
      const settings = { place: { before: "fold" }, ...(onMissing && { onMissing }) };
      const answer = builder.forContributor({ kind: "plugin", name: "x" }).addBundle("po", ["p", outer], settings);
      const { plan, diagnostics } = builder.resolve();
      expect(answer.ok).to.equal(false);
      expect(plan === undefined).to.equal(onMissing === "error");
      expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).to.deep.equal(expected);
    });

  it("are positions for their own contributor by name: around the whole bundle, the latest of several", () => {
    expect(
      planOf((view) => {
        view.addBundle("pq", ["p", "q"], { place: { after: "tile" } });
        view.addBefore("pq", "a");
        view.addAfter("pq", "z");
        view.addBundle("pq", ["r"], { place: { before: "cse" }, which: "each" });
        view.addAfter("pq", "s", { which: "each" });
      }),
    ).to.equal("builtin.module(tile,x::a,x::p,x::q,x::z,func.func(x::r,x::s,cse,fold,x::r@2,x::s@2,cse#2))");
  });

  it("have two ends for their contributor, possibly far apart, and ambiguous copies", () => {
    const builder = framework();
    const contributor = { kind: "plugin", name: "d" } as const;
    builder.contribute([
      { contributor, pass: "late", place: { after: "fold" }, settings: { types: ["Late"] }, origin: contributor },
    ]);
    const told = planOf((view) => {
      view.addBundle("po", ["p", outer], { kind: "open", place: { afterType: "Late" } });
      view.addBefore("po", "a");
      view.addAfter("po", "z");
    }, builder);
    expect(told).to.equal("builtin.module(tile,func.func(cse,fold,d::late,x::a,x::p,cse#2),x::outer,x::z)");
    const view = framework().forContributor({ kind: "plugin", name: "x" });
    view.addBundle("pq", ["p", "q"], { place: { before: "cse" }, which: "each" });
    const answer = view.addAfter("pq", "s", { which: "only" });
    expect(answer.ok ? "" : renderDiagnostic(answer.diagnostic)).to.equal(
      [
        "error[PWB0104]: `q` is ambiguous, because the pipeline has 2 steps with this name",
        "  --> plugin x",
        "   = requested: `s` after `pq`",
        "   = steps: `x::q`, `x::q@2`",
        "help: set `which` to `first`, `last` or `each`, or use an address, for example `x::q@2`",
      ].join("\n"),
    );
  });

  it("are hidden from other contributors; the contents of an atomic one are also hidden from its contributor", () => {
    const builder = framework();
    const [view, other] = ["x", "y"].map((name) => builder.forContributor({ kind: "plugin", name })) as [
      PassManagerBuilder,
      PassManagerBuilder,
    ];
    view.addBundle("shut", ["p", "q"], { kind: "atomic", place: { after: "tile" } });
    view.addBundle("row", ["r", "s"], { kind: "contiguous", place: { after: "tile" } });
    const codeOf = (answer: ReturnType<typeof view.addPass>): string => (answer.ok ? "ok" : answer.diagnostic.code);
    expect(codeOf(other.addAfter("shut", "a"))).to.equal("PWB0101");
    expect(codeOf(view.addAfter("p", "a"))).to.equal("PWB0101");
    expect([view.addAfter("r", "a"), view.addBefore("s", "a")].map(codeOf)).to.deep.equal(["PWB0115", "PWB0115"]);
    expect([view.addBefore("r", "b"), view.addAfter("s", "c")].map(codeOf)).to.deep.equal(["ok", "ok"]);
  });

  it("are there whole or not at all, and leave no gap in the contributor's numbers", () => {
    const refused = framework();
    const view = refused.forContributor({ kind: "plugin", name: "x" });
    const answer = view.addBundle("odd", ["p", outer], { place: { after: "fold" } });
    expect(answer.ok ? "" : answer.diagnostic.code).to.equal("PWB0107");
    expect(view.addAfter("tile", "p")).to.deep.equal({ ok: true, step: "x::p", warnings: [] });
    expect(view.addAfter("p", "q").ok).to.equal(true);
    expect(outlinePlan(refused.resolve().plan as never)).to.equal(
      "builtin.module(tile,x::p,x::q,func.func(cse,fold,cse#2))",
    );
  });

  it("without a position leave no names behind, and keep an earlier bundle", () => {
    const builder = framework();
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    const told = (answer: Insertion): string => (answer.ok ? answer.step : answer.diagnostic.code);
    const fitting = definePass({ name: "fitting", types: ["Lowering"], runOnOperation: (_op: object) => {} });
    const answers = [
      view.addBundle("pair", ["u", "v"], { place: { after: "tile" }, types: ["Bufferization"] }),
      view.addBundle("pair", [fitting, outer], { place: { after: "fold" } }),
      view.addAfter("fitting", "p"),
      view.addBeforeType("Lowering", "p"),
      view.addAfter("pair#2", "p"),
      view.addBefore("pair", "q"),
      view.addAfter("v", "r"),
      view.addAfterType("Bufferization", "s"),
    ].map(told);
    expect(answers).to.deep.equal(["x::u", "PWB0107", "PWB0101", "PWB0102", "PWB0101", "x::q", "x::r", "x::s"]);
    expect(outlinePlan(builder.resolve().plan as never)).to.equal(
      "builtin.module(tile,x::q,x::u,x::v,x::r,x::s,func.func(cse,fold,cse#2))",
    );
  });

  it("exclude other steps if they are closed, despite rules of other contributors", () => {
    const builder = framework();
    const other = builder.forContributor({ kind: "plugin", name: "a" });
    other.addAfter("tile", "between");
    other.rule("between").weak.after("p", { reason: "r" });
    other.rule("between").weak.before("q", { reason: "s" });
    expect(
      planOf((view) => view.addBundle("pq", ["p", "q"], { kind: "contiguous", place: { after: "tile" } }), builder),
    ).to.contain("tile,x::p,x::q,a::between,");
  });

  for (const strength of ["strong", "weak"] as const)
    it(`are moved whole by a ${strength} rule about several of them`, () => {
      const builder = framework();
      const other = builder.forContributor({ kind: "plugin", name: "a" });
      other.addAfter("tile", "cool", { types: ["Down"] });
      other.rule({ type: "Up" })[strength].before({ type: "Down" }, { reason: "r" });
      const [up, down] = ["Up", "Down"].map((type, index) =>
        definePass({ name: index === 0 ? "p" : "q", types: [type], runOnOperation: (_op: object) => {} }),
      ) as [typeof outer, typeof outer];
      expect(
        planOf((view) => view.addBundle("pq", [up, down], { kind: "atomic", place: { after: "tile" } }), builder),
      ).to.contain("tile,x::p,x::q,a::cool,");
    });

  it("that contradict a weak rule by themselves are not moved for it, and a rule about presence looks further", () => {
    const builder = framework();
    const other = builder.forContributor({ kind: "plugin", name: "a" });
    other.addAfter("tile", "q");
    other.addAfter("tile", "p");
    other.rule("q").weak.before("p", { reason: "r" });
    const bundle = (view: PassManagerBuilder): unknown =>
      view.addBundle("pq", ["p", "q"], { kind: "contiguous", place: { after: "tile" } });
    expect(planOf(bundle, builder)).to.contain("tile,a::q,a::p,x::p,x::q,");
    const wishing = framework();
    wishing.forContributor({ kind: "plugin", name: "y" }).addAfter("tile", "q");
    wishing.forContributor({ kind: "plugin", name: "y" }).rule("p").strong.afterSome("q", { reason: "r" });
    expect(planOf(bundle, wishing)).to.contain("tile,y::q,x::p,x::q,");
  });

  it("of three have steps placed by the type of one of them at their edge", () => {
    const builder = new PassManagerBuilder("builtin.module");
    const typed = definePass({ name: "outline", types: ["Outlining"], runOnOperation: (_op: object) => {} });
    builder.addBundle("gpu", [typed, "map", "launch"], { kind: "contiguous" });
    expect(planOf((view) => view.addAfterType("Outlining", "p"), builder)).to.equal(
      "builtin.module(outline,map,launch,x::p)",
    );
  });

  it("hide the names in the framework's atomic bundle, and put steps placed by type at its edge", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addBundle("gpu", [["outline", {}], "map"], { kind: "atomic", types: ["Lowering"] });
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    const refused = view.addAfter("outline", "p");
    expect(refused.ok || refused.diagnostic.help).to.deep.equal([
      "use `gpu`, because `outline` is in this atomic bundle",
    ]);
    const misspelled = view.addAfter("gpuu", "p");
    expect(
      misspelled.ok || [misspelled.diagnostic.help, misspelled.diagnostic.notes?.map(({ message }) => message)],
    ).to.deep.equal([
      ["did you mean `gpu`?"],
      ["requested: `p` after `gpuu`", "passes of the framework: none", "bundles of the framework: `gpu`"],
    ]);
    expect(view.addAfter("gpu", "q").ok).to.equal(true);
    expect(view.addBeforeType("Lowering", "r").ok).to.equal(true);
    expect(outlinePlan(builder.resolve().plan as never)).to.equal("builtin.module(x::r,outline,map,x::q)");
  });
});
