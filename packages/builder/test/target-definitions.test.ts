import { expect } from "chai";
import { PassManagerBuilder, printPlan } from "@passwright/builder";
import { definePass } from "@passwright/core";

const pass = (name: string): ReturnType<typeof definePass> => definePass({ name, runOnOperation() {} });

describe("targets that are pass definitions", () => {
  const [first, last, other] = [pass("first"), pass("last"), pass("other")];

  function planned(act: (view: PassManagerBuilder) => unknown): string {
    const builder = new PassManagerBuilder("any");
    builder.addPass(first, { removable: true });
    builder.addPass(last);
    act(builder.forContributor({ kind: "plugin", name: "guest" }));
    const { plan, diagnostics } = builder.resolve();
    return plan === undefined ? diagnostics.map(({ message }) => message).join() : printPlan(plan);
  }

  it("mean the pass of that name", () => {
    expect(planned((view) => view.addBefore(last, other))).to.equal("any(first,other,last)");
    expect(planned((view) => view.addAfter(last, other))).to.equal("any(first,last,other)");
    expect(planned((view) => view.replace(last, other))).to.equal("any(first,other)");
    expect(planned((view) => view.remove(first))).to.equal("any(last)");
  });

  it("have the same results as names", () => {
    const answers: unknown[] = [];
    planned((view) => answers.push(view.addBefore(pass("gone"), other).ok, view.addAfter(first, other).ok));
    expect(answers).to.deep.equal([false, true]);
  });
});
