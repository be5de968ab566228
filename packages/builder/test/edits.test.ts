import { expect } from "chai";
import { definePass } from "@passwright/core";
import { PassManagerBuilder } from "@passwright/builder";
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
  build(builder.forParty({ kind: "plugin", name: "x" }));
  const { plan, diagnostics } = builder.resolve();
  const codes = diagnostics.map(({ severity, code }) => ` ${severity} ${code}`).join("");
  return (plan === undefined ? "no plan" : outlinePlan(plan)) + codes;
}

describe("edits", () => {
  it("leave the place: what refers to a step means where it is or was", () => {
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

  it("keep the address of what is replaced", () => {
    expect(planOf((view) => view.replace("tile", "tile-xsmm"))).to.equal(
      "builtin.module(tile,func.func(cse,fold,sink))",
    );
  });

  it("do not split a nested pipeline, but may leave it at its edge", () => {
    const outer = definePass({ name: "outer", anchor: "builtin.module", runOnOperation: (_op: object) => {} });
    expect(planOf((view) => view.replace("fold", outer))).to.equal(
      "builtin.module(tile,func.func(cse,fold,sink)) remark PWB0107",
    );
    expect(planOf((view) => view.replace("sink", outer))).to.equal("builtin.module(tile,func.func(cse,fold),sink)");
  });

  it("that are refused are remembered", () => {
    expect(planOf((view) => view.remove("tile"))).to.equal(
      "builtin.module(tile,func.func(cse,fold,sink)) remark PWB0112",
    );
  });

  it("say who asked for them, and why if that was said", () => {
    const told = (build: (view: PassManagerBuilder) => unknown): string[] => {
      const builder = framework();
      build(builder.forParty({ kind: "plugin", name: "x" }));
      const { steps = [], leftOut = [] } = builder.resolve().plan ?? {};
      const [own, other] = ["the framework's pipeline", "x"];
      const changed = steps.filter(({ because, origin }) => because !== own && origin.name === other);
      return [...leftOut, ...changed].map(({ address, because }) => `${address}: ${because}`);
    };
    expect(told((view) => view.remove("fold"))).to.deep.equal(["fold: removed by plugin x"]);
    expect(told((view) => view.remove("fold", { reason: "slow" }))).to.deep.equal(["fold: removed by plugin x: slow"]);
    expect(told((view) => view.replace("fold", "p"))).to.deep.equal(["fold: in place of `fold`"]);
    expect(told((view) => view.replace("fold", "p", { reason: "fast" }))).to.deep.equal([
      "fold: in place of `fold`: fast",
    ]);
  });

  it("mean one step by its address, all of a name by the name, and none of a plugin's", () => {
    const builder = framework();
    builder.addPass("fold", { removable: true });
    const view = builder.forParty({ kind: "plugin", name: "x" });
    view.addAfter("tile", "fold");
    view.remove("fold#2");
    expect(outlinePlan(builder.resolve().plan as never)).to.equal(
      "builtin.module(tile,x::fold,func.func(cse,fold,sink))",
    );
    builder.forParty({ kind: "plugin", name: "y" }).remove("fold");
    expect(outlinePlan(builder.resolve().plan as never)).to.equal("builtin.module(tile,x::fold,func.func(cse,sink))");
  });

  it("of two parties agree if both remove, and in nothing else", () => {
    const codes = (...edits: ((view: PassManagerBuilder) => unknown)[]): string => {
      const builder = framework();
      edits.forEach((edit, index) => edit(builder.forParty({ kind: "plugin", name: `x${index}` })));
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

  it("of the user come before all: bans leave out whatever has that name or address, whoever put it there", () => {
    const origin = { kind: "config", name: "passwright.config.json" } as const;
    const banned = (ban: string, reason?: string): string => {
      const override = reason === undefined ? { ban, origin } : { ban, origin, reason };
      const builder = new PassManagerBuilder("builtin.module", { overrides: [override, { pin: "tile", origin }] });
      for (const name of ["tile", "fold", "fold"]) builder.addPass(name);
      const view = builder.forParty({ kind: "plugin", name: "x" });
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
