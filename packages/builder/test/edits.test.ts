import { expect } from "chai";
import { definePass } from "@passwright/core";
import { PassManagerBuilder, printPlan, whenText } from "@passwright/builder";
import { outlinePlan } from "./scenario/show.ts";

function framework(): PassManagerBuilder {
  const builder = new PassManagerBuilder("builtin.module");
  builder.addPass("tile");
  const nested = builder.nest("func.func");
  for (const name of ["cse", "fold", "sink"]) nested.addPass(name, { removable: true });
  return builder;
}

function planOf(build: (view: PassManagerBuilder) => unknown): string {
  const builder = framework();
  build(builder.forContributor({ kind: "plugin", name: "x" }));
  const { plan, diagnostics } = builder.resolve();
  const codes = diagnostics.map(({ severity, code }) => ` ${severity} ${code}`).join("");
  return (plan === undefined ? "no plan" : outlinePlan(plan)) + codes;
}

describe("edits", () => {
  it("keep the position: references to a step mean its present or former position", () => {
    const expected = "builtin.module(tile,func.func(cse,x::p,sink))";
    expect(
      planOf((view) => {
        view.remove("fold");
        view.addAfter("fold", "p");
      }),
    ).to.equal(expected);
    expect(
      planOf((view) => {
        view.addAfter("fold", "p");
        view.remove("fold");
      }),
    ).to.equal(expected);
  });

  it("replace any step of the framework, and remove those that are `removable`", () => {
    const builder = framework();
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    const replaced = view.replace("tile", "tile-xsmm");
    expect(replaced).to.deep.equal({ ok: true, step: "tile", warnings: [] });
    const removed = view.remove("tile");
    expect(removed.ok ? "" : removed.diagnostic.code).to.equal("PWB0112");
    expect(view.remove("fold").ok).to.equal(true);
    expect(builder.resolve().plan?.steps.map(({ pass }) => pass)).to.deep.equal(["tile-xsmm", "cse", "sink"]);
  });

  it("keep the address of the replaced step", () => {
    expect(planOf((view) => view.replace("tile", "tile-xsmm"))).to.equal(
      "builtin.module(tile,func.func(cse,fold,sink))",
    );
  });

  it("keep the name: rules and guards on the old pass apply to its replacement", () => {
    const builder = new PassManagerBuilder("builtin.module", { properties: { tidy: { kind: "fragile" } } });
    for (const name of ["tile", "fold", "sink"]) builder.addPass(name);
    builder.forContributor({ kind: "plugin", name: "x" }).replace("fold", "melt");
    const view = builder.forContributor({ kind: "plugin", name: "y" });
    view.addAfter("tile", "p", { reason: "before fold" });
    view.rule("p").strong.beforeSome("fold", { reason: "fold needs it" });
    view.rule("p").strong.beforeSome("melt", { reason: "so does melt" });
    view.guard("tidy", { from: "fold", to: "sink", reason: "nothing in between" });
    expect(builder.resolve().diagnostics).to.deep.equal([]);
  });

  it("are named in the errors of rules that need the removed steps", () => {
    const builder = framework();
    builder.rule("sink").strong.afterSome("fold", { reason: "fold leaves less to sink" });
    builder.forContributor({ kind: "plugin", name: "x" }).remove("fold");
    expect(
      builder
        .resolve()
        .diagnostics.map(({ code, notes = [] }) => [code, ...notes.map(({ message }) => message)].join("\n")),
    ).to.deep.equal([
      'PWB0201\nreason for the rule: "fold leaves less to sink"\nposition of `sink`: base pipeline\n' +
        "the plan has no `fold` before `sink`\n`fold` is not in the plan: removed by plugin x\n" +
        "the pipeline resolves if `x` is removed",
    ]);
  });

  it("are made under the choices that they are for", () => {
    const choices = (target: string): string => {
      const builder = new PassManagerBuilder("builtin.module", { choice: { target } });
      for (const name of ["tile", "fold", "sink"]) builder.addPass(name, { removable: true });
      const view = builder.forContributor({ kind: "plugin", name: "x" });
      view.when({ target: "gpu" }).remove("tile");
      view.remove("sink", { when: { target: ["gpu", "cpu"] } });
      view.replace("fold", "melt", { when: { target: "gpu" } });
      view.when({ target: "gpu" }).rule("fold").strong.beforeSome("freeze", { reason: "never holds" });
      view.when({ target: "gpu" }).guard("tidy", { from: "no", to: "such", reason: "never holds" });
      view.when({ target: "gpu" }).addPass("p", { when: { target: "cpu" } });
      const { plan, diagnostics } = builder.resolve();
      const elsewhere = plan?.alternatives.map(({ address, when }) => ` ${address} for ${whenText(when)}`) ?? [];
      return (plan === undefined ? diagnostics.map(({ code }) => code).join() : printPlan(plan)) + elsewhere.join("");
    };
    expect(choices("cpu")).to.equal("builtin.module(tile,fold) x::melt for target gpu x::p for target none");
    expect(choices("gpu")).to.equal("PWB0204,PWB0201,PWB0503");
  });

  it("run on the given anchor, which must match their declaration", () => {
    const inner = definePass({ name: "inner", anchor: "func.func", runOnOperation: (_op: object) => {} });
    expect(planOf((view) => view.replace("tile", "melt", { anchor: "func.func" }))).to.equal(
      "builtin.module(func.func(tile,cse,fold,sink))",
    );
    expect(planOf((view) => view.replace("tile", inner, { anchor: "builtin.module" }))).to.contain("warning PWB0116");
  });

  it("do not split a nested pipeline, but may leave it at its edge", () => {
    const outer = definePass({ name: "outer", anchor: "builtin.module", runOnOperation: (_op: object) => {} });
    expect(planOf((view) => view.replace("fold", outer))).to.equal(
      "builtin.module(tile,func.func(cse,fold,sink)) warning PWB0107",
    );
    expect(planOf((view) => view.replace("sink", outer))).to.equal("builtin.module(tile,func.func(cse,fold),sink)");
  });

  it("that are refused are reported, unless another call adds the pass or the user pinned the step", () => {
    const steps = "builtin.module(tile,func.func(cse,fold,sink))";
    expect(planOf((view) => view.remove("tile"))).to.equal(`${steps} warning PWB0112`);
    expect(planOf((view) => view.remove("tlie"))).to.equal(`${steps} warning PWB0113`);
    expect(planOf((view) => view.replace("tlie", "p"))).to.equal(`${steps} warning PWB0113`);
    expect(planOf((view) => [view.replace("tlie", "p"), view.replace("tile", "p")])).to.equal(
      `${steps} remark PWB0113`,
    );
    expect(planOf((view) => [view.replace("tlie", "p"), view.addPass("p")])).to.equal(
      "builtin.module(tile,func.func(cse,fold,sink),x::p) remark PWB0113",
    );
    const origin = { kind: "config", name: "config" } as const;
    const builder = new PassManagerBuilder("any", { overrides: [{ pin: "tile", origin }] });
    builder.addPass("tile", { removable: true });
    builder.forContributor({ kind: "plugin", name: "x" }).remove("tile");
    expect(builder.resolve().diagnostics.map(({ severity, code }) => `${severity} ${code}`)).to.deep.equal([
      "remark PWB0117",
    ]);
  });

  it("name their contributor, and the reason if there is one", () => {
    const told = (build: (view: PassManagerBuilder) => unknown): string[] => {
      const builder = framework();
      build(builder.forContributor({ kind: "plugin", name: "x" }));
      const { steps = [], leftOut = [] } = builder.resolve().plan ?? {};
      const [own, other] = ["base pipeline", "x"];
      const changed = steps.filter(({ because, origin }) => because !== own && origin.name === other);
      return [...leftOut, ...changed].map(({ address, because }) => `${address}: ${because}`);
    };
    expect(told((view) => view.remove("fold"))).to.deep.equal(["fold: removed by plugin x"]);
    expect(told((view) => view.remove("fold", { reason: "slow" }))).to.deep.equal(["fold: removed by plugin x: slow"]);
    expect(told((view) => view.replace("fold", "p"))).to.deep.equal(["fold: instead of `fold`"]);
    expect(told((view) => view.replace("fold", "p", { reason: "fast" }))).to.deep.equal([
      "fold: instead of `fold`: fast",
    ]);
  });

  it("refer to one step by address or to all steps with a name, but not to steps of plugins", () => {
    const builder = framework();
    builder.addPass("fold", { removable: true });
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    view.addAfter("tile", "fold");
    expect(view.remove("fold#1").ok && view.remove("fold#2").ok).to.equal(true);
    expect(outlinePlan(builder.resolve().plan as never)).to.equal("builtin.module(tile,x::fold,func.func(cse,sink))");
    builder.forContributor({ kind: "plugin", name: "y" }).remove("fold");
    expect(outlinePlan(builder.resolve().plan as never)).to.equal("builtin.module(tile,x::fold,func.func(cse,sink))");
    const one = framework();
    one.addPass("fold");
    one.forContributor({ kind: "plugin", name: "x" }).replace("fold#1", "melt");
    expect(one.resolve().plan?.steps.map(({ pass }) => pass)).to.deep.equal(["tile", "cse", "melt", "sink", "fold"]);
  });

  it("of two contributors agree if both remove, and in nothing else", () => {
    const codes = (...edits: ((view: PassManagerBuilder) => unknown)[]): string => {
      const builder = framework();
      edits.forEach((edit, index) => edit(builder.forContributor({ kind: "plugin", name: `x${index}` })));
      const { plan, diagnostics } = builder.resolve();
      return plan === undefined ? diagnostics.map(({ code }) => code).join(" ") : outlinePlan(plan);
    };
    const remove = (view: PassManagerBuilder): unknown => view.remove("fold");
    const replace = (view: PassManagerBuilder): unknown => view.replace("fold", "p");
    expect(codes(remove, remove)).to.equal("builtin.module(tile,func.func(cse,sink))");
    for (const [one, other] of [
      [remove, replace],
      [replace, remove],
      [replace, replace],
    ] as const) {
      expect(codes(one, other)).to.equal("PWB0111");
    }
  });

  it("of the user have priority: bans omit steps of that name or address from any contributor", () => {
    const origin = { kind: "config", name: "passwright.config.json" } as const;
    const banned = (ban: string, reason?: string): string => {
      const override = reason === undefined ? { ban, origin } : { ban, origin, reason };
      const builder = new PassManagerBuilder("builtin.module", { overrides: [override, { pin: "tile", origin }] });
      for (const name of ["tile", "fold", "fold"]) builder.addPass(name);
      const view = builder.forContributor({ kind: "plugin", name: "x" });
      view.addAfter("tile", "fold");
      const { plan, diagnostics } = builder.resolve();
      const left = plan?.leftOut.map(({ address, because }) => ` ${address} ${because}`) ?? [];
      return outlinePlan(plan as never) + left.join("") + diagnostics.map(({ code }) => ` ${code}`).join("");
    };
    const by = "banned by config passwright.config.json";
    expect(banned("fold#2")).to.equal(`builtin.module(tile,x::fold,fold) fold#2 ${by}`);
    expect(banned("x::fold", "slow")).to.equal(`builtin.module(tile,fold,fold#2) x::fold ${by}: slow`);
    expect(banned("fold")).to.equal(`builtin.module(tile) x::fold ${by} fold ${by} fold#2 ${by}`);
    expect(banned("melt")).to.match(/^builtin\.module\(tile,x::fold,fold,fold#2\) PWB\d+$/);
  });
});
