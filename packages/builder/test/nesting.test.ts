import { expect } from "chai";
import { PassManagerBuilder } from "@passwright/builder";

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

  it("are around the manager and no further, extension points at its ends included", () => {
    const middle = (builder: PassManagerBuilder): void => {
      builder.addPass("tile");
      const nested = builder.nest("func.func");
      nested.addExtensionPoint("start");
      for (const name of ["here", "last"]) nested.addPass(name);
      nested.addExtensionPoint("end");
      builder.addPass("lower");
    };
    expect(nearest(middle)).to.equal("place `p` before `start` or after `end`");
  });

  it("are not computed if a position is legal", () => {
    expect(nearest((builder) => builder.nest("func.func").addPass("here"))).to.equal("a place");
  });
});
