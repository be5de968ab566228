import { expect } from "chai";
import { PassManagerBuilder } from "@passwright/builder";
import type { Place } from "@passwright/builder";
import { outlinePlan } from "../scenario/show.ts";

describe("places that depend on each other", () => {
  it("are assigned in rounds: a step beside a pass waits for it", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("tile");
    const insertion = (plugin: string, pass: string, type: string, place: Place) => {
      const contributor = { kind: "plugin", name: plugin } as const;
      return { contributor, pass, place, settings: { types: [type] }, origin: contributor };
    };
    // The position of `x` depends on the type of `z`, and the position of `z` depends on the type of `x`. The position
    // of `z` can be determined first, because `u` has the same type as `x`. `y` must wait for `x`, although `y` is
    // declared before `z`.
    const told = builder.contribute([
      insertion("a", "x", "Third", { beforeType: "Second" }),
      insertion("a", "y", "Second", { after: "x" }),
      insertion("b", "z", "Second", { beforeType: "Third" }),
      insertion("b", "u", "Third", { end: true }),
    ]);
    expect(told).to.deep.equal([]);
    const { plan, diagnostics } = builder.resolve();
    expect(plan && outlinePlan(plan)).to.equal("builtin.module(tile,a::x,a::y,b::z,b::u)");
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
      "PWB0108 the positions of `x`, `y`, `z` depend on each other, so the builder computes the positions without the types of these passes",
    ]);
  });
});
