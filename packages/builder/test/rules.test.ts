import { expect } from "chai";
import { definePass } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import { ofType, PassManagerBuilder, printPlan } from "@passwright/builder";
import { parseScenario } from "./scenario/parse-scenario.ts";
import { runScenario } from "./scenario/run-scenario.ts";
import { outline } from "./scenario/show.ts";

const FRAME = `
  framework kiln
    a : Up
    b : Down
    c : Up
`;

const lines = (contributors: string): string[] => outline(FRAME + contributors).split("\n");
const planOf = (contributors: string): string => lines(contributors)[0] as string;
const headlines = (contributors: string): string[] =>
  lines(contributors).filter((line) => /^(error|warning|remark)\[/.test(line));

describe("rules", () => {
  it("take passes as they are defined, their names, and types", () => {
    const pass = (name: string): PassDefinition<object> => definePass({ name, runOnOperation: (_op: object) => {} });
    const [p, q] = [pass("p"), pass("q")];
    const planned = (state: (view: PassManagerBuilder) => void): string => {
      const builder = new PassManagerBuilder("any", { framework: { name: "kiln" } });
      builder.addPass("a");
      const view = builder.forContributor({ kind: "plugin", name: "x" });
      view.addAfter("a", p);
      view.addAfter("a", q, { types: ["Lowering"] });
      state(view);
      const { plan } = builder.resolve();
      return plan === undefined ? "no plan" : printPlan(plan);
    };
    const because = { reason: "r" };
    expect(planned(() => {})).to.equal("any(a,p,q)");
    expect(planned((view) => view.rule(p).strong.after(q, because))).to.equal("any(a,q,p)");
    expect(planned((view) => view.rule("p").strong.after("q", because))).to.equal("any(a,q,p)");
    expect(planned((view) => view.rule(ofType("Lowering")).weak.before(p, because))).to.equal("any(a,q,p)");
  });

  describe("in one slot", () => {
    const two = "plugin x\n p after a\nplugin y\n q after a\n";

    it("reorder unconstrained steps", () => {
      expect(planOf(two)).to.contain("a,x::p,y::q,");
      expect(planOf(`${two} strong q before p "r"`)).to.contain("a,y::q,x::p,");
      expect(planOf(`${two} weak p after q "r"`)).to.contain("a,y::q,x::p,");
    });

    it("are applied strong before weak, for any contributor", () => {
      const both = `${two} weak q before p "r"\nplugin z\n strong p before q "s"`;
      expect(planOf(both)).to.contain("a,x::p,y::q,");
      expect(headlines(both)).to.deep.equal(["warning[PWB0202]: weak rule dropped: `q` should be before `p`"]);
    });

    it("that are dropped are reported with their owner", () => {
      const builder = new PassManagerBuilder("any", { framework: { name: "kiln" } });
      for (const pass of ["a", "b"]) builder.addPass(pass);
      builder.rule("b").weak.before("a", { reason: "r" });
      builder.forContributor({ kind: "plugin", name: "x" }).rule("b").weak.before("a", { reason: "r" });
      const owners = builder.resolve().diagnostics.map(({ plugin, pluginKind }) => [plugin, pluginKind]);
      expect(owners).to.deep.equal([
        ["kiln", "framework"],
        ["x", undefined],
      ]);
    });

    it("let the first of two weak ones win, in canonical order", () => {
      const text = 'plugin z\n weak p before q "r"\nplugin x\n p after a\nplugin y\n q after a\n weak q before p "s"';
      expect(planOf(text)).to.contain("a,y::q,x::p,");
      expect(headlines(text)).to.deep.equal(["warning[PWB0202]: weak rule dropped: `p` should be before `q`"]);
    });

    it("apply to types, but not between a pass and itself", () => {
      const text = 'plugin x\n p : Side after a\n q : Side after a\n r after a\n strong q before type:Side "r"\n';
      expect(planOf(text)).to.contain("a,x::q,x::p,x::r,");
    });

    it("do not contradict how a pass was placed", () => {
      const text = 'plugin x\n p after a\n q after p\n strong q before p "r"';
      expect(lines(text)).to.deep.equal([
        "no plan",
        "error[PWB0203]: these 2 requirements contradict each other",
        "   = 1. `q` is placed after `p` (plugin x, x.txt:8)",
        '   = 2. `q` must be before `p`: "r" (plugin x, x.txt:9)',
        "   = the pipeline resolves if `x` is removed",
        "help: remove one of these requirements",
        "help: to ignore requirement 2, add `overrides: [{ overrule: q, before: p, reason: … }]` to the config",
      ]);
    });

    it("on presence order unconstrained steps", () => {
      const text = "plugin x\n p after a\n q : Side after a\n r : Side after a\n";
      expect(planOf(`${text} strong p afterSome type:Side "r"`)).to.contain("a,x::q,x::p,x::r,");
      expect(planOf(`${text} weak r beforeSome p "r"`)).to.contain("a,x::r,x::p,x::q,");
    });

    it("about presence do nothing where one is there anyway", () => {
      const text = 'plugin x\n p after b\n q : Up after b\n strong p afterSome type:Up "r"';
      expect(planOf(text)).to.contain("b,x::p,x::q,");
    });
  });

  describe("are named in the notes of the steps that they moved", () => {
    const notes = (contributors: string): string[] =>
      runScenario(parseScenario(FRAME + contributors))
        .resolve()
        .plan?.steps.flatMap(({ address, notes: own = [] }) => own.map((note) => `${address} ${note}`)) ?? [];
    const three = "plugin x\n p after a\nplugin y\n q after a\nplugin z\n r after a\n";

    it("if it would be elsewhere without them", () => {
      expect(notes(`${three} weak p before r "n"\n weak r before q "m"`)).to.deep.equal([
        'z::r before `y::q`, by a weak rule: "m" (plugin z)',
      ]);
      expect(notes(`${three} strong p after type:Up "n"\n strong p after q "m"\n strong p after r "o"`)).to.deep.equal(
        [],
      );
    });

    it("with the changed order, and no other change", () => {
      expect(notes('plugin x\n q : T after a\n p after a\n r : T after a\n weak p after type:T "n"')).to.deep.equal([
        'x::p after `x::r`, by a weak rule: "n" (plugin x)',
      ]);
    });

    it("also if they are about presence", () => {
      expect(notes(`${three} strong p afterSome r "n"\n weak q beforeSome p "m"`)).to.deep.equal([
        'y::q before `x::p`, by a weak rule: "m" (plugin z)',
        'x::p after `z::r`, by a strong rule: "n" (plugin z)',
      ]);
    });
  });

  describe("on the whole pipeline", () => {
    it("only remark on an unknown target that is absent", () => {
      expect(lines('plugin x\n p after a\n strong p after nothing "r"')).to.deep.equal([
        "builtin.module(a,x::p,b,c)",
        "remark[PWB0204]: rule has no effect: `p` must be after `nothing`",
        "  --> plugin x, x.txt:8:1",
        '   = reason for the rule: "r"',
        "   = no framework or plugin declares pass `nothing`",
        "help: correct the name, or add the plugin that provides the pass",
      ]);
    });

    it("show the same help once for two unknown names", () => {
      expect(lines('plugin x\n strong none after nothing "r"').slice(-2)).to.deep.equal([
        "   = no framework or plugin declares pass `nothing`",
        "help: correct the name, or add the plugin that provides the pass",
      ]);
    });

    it("hold for every subject and every target", () => {
      expect(headlines('plugin x\n strong type:Up after b "r"')).to.have.length(1);
      expect(headlines('plugin x\n strong b before type:Up "r"')).to.have.length(1);
      expect(headlines('plugin x\n strong b afterSome type:Up "r"\n strong b beforeSome c "s"')).to.have.length(0);
    });

    it("need another one than the subject itself", () => {
      expect(headlines('plugin x\n strong type:Up afterSome type:Up "r"')).to.deep.equal([
        "error[PWB0201]: strong rule does not hold: every pass of type Up must be preceded by a pass of type Up",
      ]);
      expect(lines('plugin x\n p after a\n strong p beforeSome p "r"')).to.include(
        "help: change the rule so that `p` is not a subject, or add another `p` after it",
      );
    });

    it("that contradict each other list each contributor whose absence alone would help", () => {
      const text = [
        'plugin x\n p after a\n strong p before q "r"',
        'plugin y\n q after a\n strong q before p "s"',
        "plugin z\n s after b",
      ].join("\n");
      expect(lines(text).filter((line) => line.includes("resolves"))).to.deep.equal([
        "   = the pipeline resolves if one of these contributors is removed: `x`, `y`",
      ]);
      const twice = `${text}\n strong s before a "t"`;
      expect(lines(twice).filter((line) => line.includes("the pipeline resolves"))).to.deep.equal([]);
    });

    it("do not list a contributor if the pipeline has other errors without this contributor", () => {
      const text = 'plugin x\n p after a\n strong p after b "r"';
      const removals = (more: string): string[] => lines(text + more).filter((line) => line.includes("resolves"));
      expect(removals("")).to.deep.equal(["   = the pipeline resolves if `x` is removed"]);
      expect(removals("\nplugin y\n q after unknown missing error")).to.deep.equal([]);
    });

    it("order the contributions at both ends of a slot, and keep all contributions in their slots", () => {
      for (const strength of ["strong", "weak"]) {
        expect(outline(`${FRAME}\nplugin x\n p after a\n q before b\n ${strength} q before p "r"`)).to.contain(
          "a,x::q,x::p,b",
        );
      }
      expect(headlines('plugin x\n p before b\n q after b\n weak q before p "r"')).to.deep.equal([
        "warning[PWB0202]: weak rule dropped: `q` should be before `p`",
      ]);
    });

    it("keep steps at an extension point, before steps inserted after it", () => {
      const told = outline('framework kiln\n . here\n b\nplugin x\n p at here\n q before b\n weak q before p "r"');
      expect(told).to.match(/^builtin\.module\(\.here,x::p,x::q,b\)\nwarning\[PWB0202\]/);
    });
  });
});
