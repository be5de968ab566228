import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { describeDifference, legalPlaces, lockOf, PassManagerBuilder } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { CANONICALIZE, planOf } from "./scenario/cleanup-plans.ts";
import { answers, outline } from "./scenario/show.ts";

/** Framework whose bundle `core` excludes passes of type Cleanup and `bufferize` between its passes. */
const FRAMEWORK = `
  declare tile : Tiling
  framework kiln
    load
    bundle core open without Cleanup,bufferize
      tile
      fuse
      pack
    lower
`;

/** Framework without bundles, and a plugin whose bundle excludes passes of type Cleanup. */
const OPEN = `
  framework kiln
    load
    lower
  plugin yarn
    bundle core open a,b,c without Cleanup after load
`;

const module = (...names: readonly string[]): string => `builtin.module(${names.join()})`;

describe("bundles that are without some passes", () => {
  it("of the framework refuse them between their passes, at once, and take everything else", () => {
    const plugin = (line: string): string => answers(`${FRAMEWORK}\n  plugin x\n    ${line}`);
    expect(plugin("cse : Cleanup after tile")).to.equal(`x asks for cse: no
error[PWB0115]: \`cse\` cannot be inserted into bundle \`core\`, which excludes Cleanup
  --> plugin x, x.txt:12:1
   = requested: \`cse\` after \`tile\`
   = the position after \`tile\` is inside the bundle
help: place \`cse\` before \`tile\` or after \`pack\``);
    expect(plugin("bufferize before pack")).to.contain("`bufferize` cannot be inserted into bundle `core`");
    expect(plugin("bundle two open p,bufferize after tile")).to.contain("two: no\nerror[PWB0115]");
    expect(plugin("licm after tile")).to.equal("x asks for licm: x::licm");
    for (const edge of ["before tile", "before core", "after pack", "after core"])
      expect(plugin(`cse : Cleanup ${edge}`), edge).to.equal("x asks for cse: x::cse");
  });

  it("take types with dots as rules do", () => {
    expect(answers(`${FRAMEWORK}\n  plugin x\n    cse : cleanup.ssa after tile`)).to.contain("which excludes Cleanup");
  });

  it("move steps placed by type to their edge", () => {
    expect(outline(`${FRAMEWORK}\n  plugin x\n    cse : Cleanup afterType Tiling\n    licm afterType Tiling`)).to.match(
      /^builtin.module\(load,tile,x::licm,fuse,pack,x::cse,lower\)\nremark/,
    );
  });

  it("refuse insertions of the framework itself", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addBundle("core", ["tile", "fuse"], { without: ["Cleanup"] });
    const answer = builder.addAfter("tile", "cse", { types: ["Cleanup"] });
    expect(answer.ok ? "" : renderDiagnostic(answer.diagnostic)).to
      .equal(`error[PWB0115]: \`cse\` cannot be inserted into bundle \`core\`, which excludes Cleanup
  --> framework pipeline
   = requested: \`cse\` after \`tile\`
   = the position next to \`tile\` is inside the bundle
help: place \`cse\` before or after bundle \`core\``);
    expect(builder.addAfter("tile", "licm").ok).to.equal(true);
    builder.addAfterType("Cleanup", "never");
    expect(builder.addBefore("fuse", "cse", { types: ["Cleanup"] }).ok).to.equal(false);
    expect(builder.addAfter("core", "cse", { types: ["Cleanup"] }).ok).to.equal(true);
  });

  it("of plugins exclude passes that other plugins insert next to them", () => {
    const with_ = (lines: string): string => outline(`${OPEN}\n  plugin x\n${lines}`);
    // The name of plugin x sorts before the name of the bundle's plugin, but a rule requires the opposite order.
    expect(with_("    cse : Cleanup after load\n    strong cse after a")).to.equal(
      module("load", "yarn::a", "yarn::b", "yarn::c", "x::cse", "lower"),
    );
    expect(with_("    cse : Cleanup after load\n    strong cse before c")).to.equal(
      module("load", "x::cse", "yarn::a", "yarn::b", "yarn::c", "lower"),
    );
    expect(with_("    licm after load\n    strong licm after a\n    strong licm before b")).to.equal(
      module("load", "yarn::a", "x::licm", "yarn::b", "yarn::c", "lower"),
    );
  });

  it("are shown as notes of steps that they moved", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("load");
    const yarn = builder.forContributor({ kind: "plugin", name: "yarn" });
    yarn.addBundle("core", ["a", "b"], { without: ["Cleanup"] });
    yarn.addAfter("a", "cse", { types: ["Cleanup"], onMissing: "skip" });
    const x = builder.forContributor({ kind: "plugin", name: "x" });
    x.addPass("cse", { types: ["Cleanup"] });
    x.rule("cse").weak.after("a", { reason: "folds what `a` leaves" });
    const steps = builder.resolve().plan?.steps ?? [];
    expect(steps.map(({ address }) => address)).to.deep.equal(["load", "yarn::a", "yarn::b", "x::cse"]);
    expect(steps.at(-1)?.notes).to.deep.equal(['after `yarn::a`, by a weak rule: "folds what `a` leaves" (plugin x)']);
  });

  it("drop weak rules and refuse strong ones that want a step inside", () => {
    const wants = (strength: string): string =>
      outline(
        `${OPEN}\n  plugin x\n    cse : Cleanup after load\n    ${strength} cse after a\n    ${strength} cse before b`,
      );
    const [order, dropped] = wants("weak").split("\n");
    expect(order).to.equal(module("load", "x::cse", "yarn::a", "yarn::b", "yarn::c", "lower"));
    expect(dropped).to.equal("warning[PWB0202]: weak rule dropped: `cse` should be after `a`");
    expect(wants("strong")).to.equal(`no plan
error[PWB0205]: bundle \`yarn::core\` excludes Cleanup, but \`x::cse\` must run inside the bundle
  --> plugin x, x.txt:9:1
   = position of \`x::cse\`: after \`load\`
   = \`cse\` cannot leave the bundle, because \`cse\` must be after \`a\`: "because" (plugin x, x.txt:10)
   = \`cse\` cannot leave the bundle, because \`cse\` must be before \`b\`: "because" (plugin x, x.txt:11)
   = the pipeline resolves if one of these contributors is removed: \`x\`, \`yarn\`
help: remove one of these requirements, or remove Cleanup from \`without\` of bundle \`core\``);
  });

  it("whose passes are in several slots refuse steps between these slots", () => {
    const text = (line: string): string => `
  framework kiln
    > func.func
      fold
    . late
    lower
  plugin yarn
    bundle core open a,b without Cleanup after fold
    strong a before type:Cleanup
  plugin x
    ${line}`;
    const builder = new PassManagerBuilder("builtin.module");
    builder.nest("func.func").addPass("fold");
    builder.addPass("clean", { types: ["Cleanup"] });
    const yarn = builder.forContributor({ kind: "plugin", name: "yarn" });
    yarn.addBundle("core", ["a", "b"], { place: { before: "fold" }, which: "each", without: ["Cleanup"] });
    expect(builder.resolve().plan?.selective).to.deep.equal([{ name: "yarn::core", without: ["Cleanup"] }]);
    expect(outline(text("cse : Cleanup at late"))).to.equal(
      "builtin.module(func.func(fold,yarn::a,yarn::b),.late,x::cse,lower)",
    );
  });

  it("take no cleanup that the engine inserts", () => {
    const plan = (without: readonly string[]): string =>
      planOf([CANONICALIZE], (builder) => {
        builder.addPass("tile");
        builder.addBundle("b", ["look", "match"], { without });
      });
    expect(plan([])).to.equal(module("tile", "look", "inserted::canonicalize", "match"));
    expect(plan(["canonicalize"])).to.equal(module("tile", "inserted::canonicalize", "look", "match"));
    // `tile` removes the property, so only a cleanup inside the bundle would provide it.
    const inside = (without: readonly string[]): string =>
      planOf([CANONICALIZE], (builder) => builder.addBundle("b", ["tile", "match"], { without }));
    expect(inside([])).to.equal(module("tile", "inserted::canonicalize", "match"));
    expect(inside(["canonicalize"])).to.equal("PWB0501 match");
  });

  it("count a replacement as its own pass", () => {
    const replaced = outline(`${FRAMEWORK}    + licm after tile
  plugin x
    replace licm bufferize`);
    expect(replaced).to.contain(
      "error[PWB0205]: bundle `core` excludes bufferize, but `licm` must run inside the bundle",
    );
  });

  it("are legal positions for everything else only", () => {
    const builder = new PassManagerBuilder("builtin.module");
    builder.addPass("load");
    builder.addBundle("core", ["a", "b"], { without: ["Cleanup"] });
    const show = (types: readonly string[]): string[] =>
      legalPlaces(builder.input(), { name: "p", types }).ranges.map(
        ({ after = "begin", before = "end", notEarlier, notLater }) =>
          [after, before, notEarlier?.code, notLater?.code].filter(Boolean).join(" "),
      );
    expect(show(["Cleanup"])).to.deep.equal(["begin a PWB0205", "b end PWB0205"]);
    expect(show(["Lowering"])).to.deep.equal(["begin end"]);
  });

  it("are part of a plan, its lock and its differences", () => {
    const plan = (without?: readonly string[]): Plan => {
      const builder = new PassManagerBuilder("builtin.module");
      builder.addBundle("core", ["a", "b"], without === undefined ? {} : { without });
      return builder.resolve().plan as Plan;
    };
    expect(lockOf(plan(["Cleanup"]), []).plan.selective).to.deep.equal([{ name: "core", without: ["Cleanup"] }]);
    expect(plan().selective).to.equal(undefined);
    expect(describeDifference(plan(), plan(["Cleanup", "x"]))).to.deep.equal([
      "now: bundle `core` excludes Cleanup, x",
    ]);
    expect(describeDifference(plan(["Cleanup"]), plan())).to.deep.equal(["no longer: bundle `core` excludes Cleanup"]);
  });

  it("are open, and refer to existing names", () => {
    const builder = new PassManagerBuilder("builtin.module");
    expect(() => builder.addBundle("core", ["a"], { kind: "atomic", without: ["Cleanup"] })).to.throw(
      "`addBundle`: `without` applies only to open bundles, but bundle `core` is atomic",
    );
    expect(() => builder.addBundle("core", ["a"], { without: "Cleanup" as never })).to.throw("without");
    builder.addBundle("core", ["a", "b"], { without: ["Cleanpu", "Bufferization", "a"] });
    expect(builder.resolve().diagnostics.map(renderDiagnostic)).to.deep.equal([
      `warning[PWB0204]: bundle \`core\` excludes Cleanpu, which is neither a pass nor a pass type
  --> framework pipeline
help: did you mean Cleanup?`,
    ]);
  });
});

describe("strong rules about presence", () => {
  it("take another target than the first if only that leaves a target for all", () => {
    const text = (rules: string): string => `
  framework kiln
    load
  plugin x
    p after load
    q : Tidy after load
    r : Tidy after load
    strong p afterSome type:Tidy
${rules}`;
    // The order `q`, `p` satisfies the first rule, but then no pass of type Tidy is before `q`.
    expect(outline(text("    strong q afterSome type:Tidy\n    strong q afterSome p"))).to.equal(
      module("load", "x::r", "x::p", "x::q"),
    );
  });
});
