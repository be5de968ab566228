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

describe("cached results of contributions", () => {
  it("is the same when it is found again, from data as from code", () => {
    const { contributionResults: _answered, ...again } = built().input;
    expect(planOf(again)).to.equal("any(a,b,p,tile,q)");
    expect(planOf(built().input)).to.equal("any(a,b,p,tile,q)");
  });

  it("is computed again for other contributions, and for another base pipeline", () => {
    const { input } = built();
    expect(planOf({ ...input, contributions: input.contributions.slice(0, 1) })).to.equal("any(a,b,tile)");
    const other = new PassManagerBuilder("any", { framework: FRAMEWORK });
    for (const pass of ["b", "a"]) other.addPass(pass);
    expect(planOf({ ...input, basePipeline: other.input().basePipeline })).to.equal("any(b,p,tile,q,a)");
  });

  it("is another one without data that it came from, and the same without code of others", () => {
    const { input } = built();
    expect(planOf(withoutContributor(input, "x"))).to.equal("PWB0102,PWB0101");
    expect(planOf(withoutContributor(input, "y"))).to.equal("any(a,b,tile)");
  });

  it("is not that of a bundle which was withdrawn", () => {
    const { builder } = built();
    const view = builder.forContributor({ kind: "plugin", name: "z" });
    const s = definePass({ name: "s", anchor: "func.func", runOnOperation: () => {} });
    expect(view.addBundle("pair", ["r", [s, {}, "gpu.module"]], { place: { after: "a" } }).ok).to.equal(false);
    expect(view.addAfter("a", "t").ok).to.equal(true);
    const { contributionResults, contributions } = builder.input();
    expect(contributionResults?.results.map(({ located }) => located?.kind)).to.deep.equal([
      "spots",
      "type",
      "own",
      "spots",
    ]);
    expect(planOf(builder.input())).to.equal("any(a,t,b,p,tile,q)");
    expect(contributions).to.equal(contributionResults?.contributions);
  });
});
