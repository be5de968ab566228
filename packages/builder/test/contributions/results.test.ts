import { expect } from "chai";
import { definePass } from "@passwright/core";
import { PassManagerBuilder, printPlan, resolve, withoutContributor } from "@passwright/builder";
import type { ResolveInput } from "@passwright/builder";

const FRAMEWORK = { name: "kiln" };

/**
 * Builds a pipeline in which the plugin `x` declares the insertion of a pass of type Tiling as data, and the code of
 * the plugin `y` inserts a pass before the first pass of type Tiling.
 */
function built(): { readonly builder: PassManagerBuilder; readonly input: ResolveInput } {
  const builder = new PassManagerBuilder("any", { framework: FRAMEWORK });
  for (const pass of ["a", "b"]) builder.addPass(pass);
  const contributor = { kind: "plugin", name: "x" } as const;
  const settings = { types: ["Tiling"] };
  builder.contribute([{ contributor, pass: "tile", place: { after: "b" }, settings, origin: contributor }]);
  const view = builder.forContributor({ kind: "plugin", name: "y" });
  expect(view.addBeforeType("Tiling", "p").ok).to.equal(true);
  expect(view.addAfter("p", "q").ok).to.equal(true);
  return { builder, input: builder.input() };
}

/** Returns the plan as text, or the codes of the errors. */
function planOf(input: ResolveInput): string {
  const { plan, diagnostics } = resolve(input);
  return plan === undefined ? diagnostics.map(({ code }) => code).join() : printPlan(plan);
}

describe("results of contributions when the pipeline is resolved", () => {
  it("are those of the calls, and of other contributions or another base pipeline", () => {
    const { input } = built();
    expect(planOf(input)).to.equal("any(a,b,p,tile,q)");
    expect(planOf({ ...input, contributions: input.contributions.slice(0, 1) })).to.equal("any(a,b,tile)");
    const other = new PassManagerBuilder("any", { framework: FRAMEWORK });
    for (const pass of ["b", "a"]) other.addPass(pass);
    expect(planOf({ ...input, basePipeline: other.input().basePipeline })).to.equal("any(b,p,tile,q,a)");
  });

  it("depend on data of other contributors, but not on their calls", () => {
    const { input } = built();
    expect(planOf(withoutContributor(input, "x"))).to.equal("PWB0102,PWB0101");
    expect(planOf(withoutContributor(input, "y"))).to.equal("any(a,b,tile)");
  });

  it("depend on earlier calls of the contributor, whatever their ranks are", () => {
    const { builder } = built();
    const contributor = { kind: "plugin", name: "z" } as const;
    expect(builder.forContributor(contributor, { rank: 2 }).addAfter("a", "s").ok).to.equal(true);
    expect(builder.forContributor(contributor, { rank: 1 }).addAfter("s", "t").ok).to.equal(true);
    expect(planOf(builder.input())).to.equal("any(a,s,t,b,p,tile,q)");
  });

  it("do not depend on a bundle that was withdrawn", () => {
    const { builder } = built();
    const view = builder.forContributor({ kind: "plugin", name: "z" });
    const s = definePass({ name: "s", anchor: "func.func", runOnOperation: () => {} });
    expect(view.addBundle("pair", ["r", [s, {}, "gpu.module"]], { place: { after: "a" } }).ok).to.equal(false);
    expect(view.addAfter("a", "t").ok).to.equal(true);
    expect(planOf(builder.input())).to.equal("any(a,t,b,p,tile,q)");
  });
});
