import { expect } from "chai";
import { PassManagerBuilder, PassType, printPlan } from "@passwright/builder";

/** Returns the error of a pass on the module that is inserted into a function pipeline. */
function nearest(frame: (builder: PassManagerBuilder) => void): string {
  const builder = new PassManagerBuilder("builtin.module");
  frame(builder);
  const view = builder.forContributor({ kind: "plugin", name: "x" });
  const answer = view.addAfter("here", "p", { anchor: "builtin.module" });
  return answer.ok ? "a place" : (answer.diagnostic.help?.join() ?? "");
}

describe("the nearest positions that do not split a manager", () => {
  it("are the ends of the pipeline if all of it is in one manager", () => {
    const all = (builder: PassManagerBuilder): void => {
      const nested = builder.nest("func.func");
      for (const name of ["first", "here", "last"]) nested.addPass(name);
    };
    expect(nearest(all)).to.equal("place `p` before `first` or after `last`");
  });

  it("are next to passes or at the end, because steps cannot be inserted before or after extension points", () => {
    const middle = (builder: PassManagerBuilder): void => {
      builder.addPass("tile");
      const nested = builder.nest("func.func");
      nested.addExtensionPoint("start");
      for (const name of ["here", "last"]) nested.addPass(name);
      nested.addExtensionPoint("end");
    };
    expect(nearest(middle)).to.equal("place `p` after `tile` or at the end of the pipeline");
    const followed = (builder: PassManagerBuilder): void => {
      middle(builder);
      builder.addPass("lower");
    };
    expect(nearest(followed)).to.equal("place `p` after `tile` or before `lower`");
  });

  it("are not computed if a position is legal", () => {
    expect(nearest((builder) => builder.nest("func.func").addPass("here"))).to.equal("a place");
  });
});

describe("the manager of a pass next to a type", () => {
  /** Plans a pass after two passes of a type, which a rule orders. */
  const planned = (moduleOwner: string, functionOwner: string): string => {
    const builder = new PassManagerBuilder("builtin.module");
    const types = [PassType.Lowering];
    builder.addPass("lower", { types });
    builder.addPass("last");
    builder.forContributor({ kind: "plugin", name: moduleOwner }).addAfter("last", "lower-module", { types });
    const view = builder.forContributor({ kind: "plugin", name: functionOwner });
    view.addAfter("last", "lower-functions", { types, anchor: "func.func" });
    view.rule("lower-functions").strong.after("lower-module", { reason: "r" });
    builder.forContributor({ kind: "plugin", name: "x" }).addAfterType(PassType.Lowering, "tidy");
    const { plan } = builder.resolve();
    return plan === undefined ? "no plan" : printPlan(plan);
  };

  it("is the outermost manager of the passes at the same position, whatever the names of their plugins", () => {
    const expected = "builtin.module(lower,last,lower-module,func.func(lower-functions),tidy)";
    expect([planned("a", "b"), planned("b", "a")]).to.deep.equal([expected, expected]);
  });
});
