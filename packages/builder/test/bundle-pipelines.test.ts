import { expect } from "chai";
import { definePass, int, OpPassManager, printPipeline } from "@passwright/core";
import type { NamedPipeline } from "@passwright/core";
import { bundleOfPipeline, PassCatalogue, PassManagerBuilder, pipelineOfBundle, printPlan } from "@passwright/builder";

const pass = (name: string, anchor?: string, types: readonly string[] = []) =>
  definePass({
    name,
    ...(anchor === undefined ? {} : { anchor }),
    types,
    options: { size: int(1, "elements") },
    runOnOperation: (_op: object) => {},
  });

const sweep = pass("sweep");

const tidy: NamedPipeline<object> = {
  name: "tidy",
  summary: "tidies up",
  options: { size: int(4, "elements"), rounds: int(2, "times") },
  build(manager, { size, rounds }) {
    manager.addPass(pass("merge"));
    const functions = manager.nest("func.func");
    for (let round = 0; round < (rounds as number); round++) functions.addPass(sweep, { size: size as number });
    functions.addPass(pass("fold", "func.func"));
    manager.addPass(pass("report"));
  },
};

/**
 * Plans a pipeline with a pass on the module and a pass on functions. Inserts the bundle next to the pass on functions.
 */
function planned(passes: Parameters<PassManagerBuilder["addBundle"]>[1], own = false): string {
  const builder = new PassManagerBuilder("builtin.module");
  builder.addPass("tile");
  builder.nest("func.func").addPass("inner");
  const view = own ? builder : builder.forContributor({ kind: "plugin", name: "x" });
  view.addBundle("tidy", passes, { place: { after: "inner" } });
  const { plan, diagnostics } = builder.resolve();
  return plan === undefined ? diagnostics.map(({ message }) => message).join() : printPlan(plan);
}

describe("a registered pipeline as a bundle", () => {
  it("has its passes with their operations, and its options with defaults", () => {
    const expected = (sweeps: string): string =>
      `builtin.module(tile,func.func(inner),merge,func.func(${sweeps},fold),report)`;
    for (const own of [false, true]) {
      const bundle = bundleOfPipeline(tidy, {}, "builtin.module");
      expect(planned(bundle, own)).to.equal(expected("sweep{size=4},sweep{size=4}"));
      const other = bundleOfPipeline(tidy, { size: 7, rounds: 1 }, "builtin.module");
      expect(planned(other, own)).to.equal(expected("sweep{size=7}"));
    }
  });

  it("joins the manager of its neighbour if it runs on any operation", () => {
    const flat: NamedPipeline<object> = {
      name: "flat",
      summary: "",
      build(manager) {
        manager.addPass(pass("merge")).addPass(pass("fold", "func.func"));
      },
    };
    expect(planned(bundleOfPipeline(flat))).to.equal("builtin.module(tile,func.func(inner,merge,fold))");
  });

  it("keeps passes without an operation at the position of the bundle, also after passes in nested managers", () => {
    const mixed: NamedPipeline<object> = {
      name: "mixed",
      summary: "",
      build(manager) {
        manager.nest("func.func").addPass(pass("fold", "func.func"));
        manager.addPass(pass("merge"));
      },
    };
    const late = pass("late", undefined, ["Late"]);
    for (const place of [{ before: "tile" }, { beforeType: "Early" }, { beforeType: "Late" }])
      for (const kind of ["open", "contiguous", "atomic"] as const)
        for (const own of [false, true]) {
          const builder = new PassManagerBuilder("builtin.module");
          builder.addPass(pass("tile", undefined, ["Early"]));
          const view = own ? builder : builder.forContributor({ kind: "plugin", name: "x" });
          if ("beforeType" in place && place.beforeType === "Late") view.addBefore("tile", late);
          view.addBundle("mixed", bundleOfPipeline(mixed), { kind, place });
          const { plan } = builder.resolve();
          expect(plan && printPlan(plan).replace("late,", ""), JSON.stringify({ place, kind, own })).to.equal(
            "builtin.module(func.func(fold),merge,tile)",
          );
        }
  });

  it("is the same pipeline again, and becomes the same manager as part of a plan", () => {
    const again = pipelineOfBundle("again", "the same", bundleOfPipeline(tidy, {}, "builtin.module"));
    const [one, other] = [tidy, again].map((pipeline) => {
      const manager = new OpPassManager<object>("builtin.module");
      pipeline.build(manager, { size: 4, rounds: 2 });
      return printPipeline(manager);
    });
    expect(other).to.equal(one);
    const text = "builtin.module(merge{size=1},func.func(sweep{size=4},sweep{size=4},fold{size=1}),report{size=1})";
    expect((one as string).replaceAll(" ", "")).to.equal(text.replaceAll(" ", ""));
  });
});

describe("a bundle as a registered pipeline", () => {
  const built = (anchor: string | undefined, ...passes: Parameters<typeof pipelineOfBundle<object>>[2]): string => {
    const manager = new OpPassManager<object>(anchor);
    pipelineOfBundle<object>("b", "a bundle", passes).build(manager, {});
    return printPipeline(manager).replaceAll("{size=1}", "");
  };
  const [any, inner, outer] = [pass("any-op"), pass("inner", "func.func"), pass("outer", "builtin.module")];

  it("nests passes on another operation, consecutive ones in one manager", () => {
    expect(built("builtin.module", any, inner, inner, outer, inner)).to.equal(
      "builtin.module(any-op,func.func(inner,inner),outer,func.func(inner))",
    );
    expect(built("builtin.module", [any, {}, "func.func"], inner, [any, {}, "gpu.module"], any)).to.equal(
      "builtin.module(func.func(any-op,inner),gpu.module(any-op),any-op)",
    );
    expect(built(undefined, any, inner)).to.equal("any(any-op,inner)");
  });

  it("and back again is the bundle", () => {
    const passes = [any, inner] as const;
    const bundle = bundleOfPipeline(pipelineOfBundle<object>("b", "a bundle", passes));
    expect(bundle.map(([definition]) => definition)).to.deep.equal(passes);
    const catalogue = new PassCatalogue();
    const builder = new PassManagerBuilder("func.func", { catalogue });
    builder.addBundle("b", bundle);
    const { plan } = builder.resolve();
    expect(plan && printPlan(plan)).to.equal("func.func(any-op,inner)");
  });
});
