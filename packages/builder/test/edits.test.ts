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
});
