import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { ofType, PassManagerBuilder, printPlan } from "@passwright/builder";
import type { Override, RuleTarget } from "@passwright/builder";

const BECAUSE = { reason: "r" };

type Relation = "before" | "after" | "beforeSome" | "afterSome";

/**
 * Pass as text: `name:type,type` for a pass of the framework, `+name:type,type` for a pass of a plugin at the end of
 * the pipeline.
 */
type StepText = string;

interface RuleText {
  readonly subject: RuleTarget;
  readonly relation: Relation;
  readonly target: RuleTarget;
  readonly isWeak?: boolean;
}

function resolved(steps: readonly StepText[], rules: readonly RuleText[], overrides: readonly Override[] = []): string {
  const builder = new PassManagerBuilder("any", { framework: { name: "kiln" }, overrides });
  const parts = steps.map((step) => step.split(":"));
  const settingsOf = (type: string | undefined): object => (type === undefined ? {} : { types: type.split(",") });
  for (const [name = "", type] of parts) if (!name.startsWith("+")) builder.addPass(name, settingsOf(type));
  const view = builder.forContributor({ kind: "plugin", name: "x" });
  for (const [name = "", type] of parts) if (name.startsWith("+")) view.addPass(name.slice(1), settingsOf(type));
  for (const { subject, relation, target, isWeak = false } of rules) {
    const { strong, weak } = view.rule(subject);
    (isWeak ? weak : strong)[relation](target, BECAUSE);
  }
  const { plan, diagnostics } = builder.resolve();
  return [plan === undefined ? "no plan" : printPlan(plan), ...diagnostics.map(({ code }) => code)].join(" ");
}

const lowering = ofType("Lowering");
const llvm = "to-llvm";

describe("rules whose subjects and targets overlap", () => {
  it("are refused if a step would have to satisfy the rule for itself", () => {
    const builder = new PassManagerBuilder("any", { framework: { name: "kiln" } });
    for (const name of ["a", llvm]) builder.addPass(name, { types: ["Lowering"] });
    builder.rule(lowering).strong.beforeSome(llvm, BECAUSE);
    expect(renderDiagnostic(builder.resolve().diagnostics[0] as Diagnostic)).to
      .equal(`error[PWB0201]: strong rule does not hold: every pass of type Lowering must be followed by \`to-llvm\`
  --> framework kiln
   = reason for the rule: "r"
   = position of \`to-llvm\`: base pipeline
   = \`to-llvm\` is also a target of the rule, but cannot satisfy the rule for itself
help: change the rule so that \`to-llvm\` is not a subject, or add another \`to-llvm\` after it
help: to ignore the rule, add \`overrides: [{ overrule: { type: Lowering }, beforeSome: to-llvm, reason: … }]\` to the config`);
  });

  it("are enforced between steps of the framework", () => {
    const before = { subject: lowering, relation: "before", target: llvm } as const;
    expect(resolved(["a:Lowering", `${llvm}:lowering.llvm`], [before])).to.equal(`any(a,${llvm})`);
    expect(resolved([`${llvm}:lowering.llvm`, "a:Lowering"], [before])).to.equal("no plan PWB0201");
    const after = { subject: lowering, relation: "after", target: llvm } as const;
    expect(resolved([`${llvm}:lowering.llvm`, "a:Lowering"], [after])).to.equal(`any(${llvm},a)`);
    expect(resolved(["a:Lowering", `${llvm}:lowering.llvm`], [after])).to.equal("no plan PWB0201");
    const others = { subject: llvm, relation: "after", target: lowering } as const;
    expect(resolved([`${llvm}:lowering.llvm`, "a:Lowering"], [others])).to.equal("no plan PWB0201");
    const ofOthers = { subject: llvm, relation: "before", target: lowering } as const;
    expect(resolved(["a:Lowering", `${llvm}:lowering.llvm`], [ofOthers])).to.equal("no plan PWB0201");
  });

  it("order unconstrained steps", () => {
    const steps = [`+${llvm}:lowering.llvm`, "+a:Lowering", "+b:Lowering"];
    const before = { subject: lowering, relation: "before", target: llvm } as const;
    expect(resolved(steps, [before])).to.equal(`any(a,b,${llvm})`);
    expect(resolved(steps, [{ ...before, isWeak: true }])).to.equal(`any(a,b,${llvm})`);
    expect(resolved(steps.toReversed(), [{ ...before, relation: "after" }])).to.equal(`any(${llvm},b,a)`);
    expect(resolved(steps, [{ subject: llvm, relation: "after", target: lowering }])).to.equal(`any(a,b,${llvm})`);
    expect(resolved(steps.toReversed(), [{ subject: llvm, relation: "before", target: lowering }])).to.equal(
      `any(${llvm},b,a)`,
    );
  });

  it("overlap partly: subjects, then both, then targets", () => {
    const rule = { subject: ofType("S"), relation: "before", target: ofType("T") } as const;
    expect(resolved(["+t:T", "+both:S,T", "+s:S"], [rule])).to.equal("any(s,both,t)");
    expect(resolved(["+s:S", "+both:S,T", "+t:T"], [{ ...rule, relation: "after" }])).to.equal("any(t,both,s)");
  });

  it("cannot hold with two steps that are each both: strong ones are refused, weak ones reported", () => {
    const steps = [`${llvm}:lowering.llvm`, "a", `${llvm}:lowering.llvm`];
    const before = { subject: lowering, relation: "before", target: llvm } as const;
    const itself = { subject: llvm, relation: "after", target: llvm } as const;
    for (const rule of [before, itself]) {
      expect(resolved(steps, [rule])).to.equal("no plan PWB0201");
      expect(resolved(steps, [{ ...rule, isWeak: true }])).to.equal(`any(${llvm},a,${llvm}) PWB0202`);
      const free = steps.map((step) => `+${step}`);
      expect(resolved(free, [rule])).to.equal("no plan PWB0201");
      expect(resolved(free, [{ ...rule, isWeak: true }])).to.equal(`any(${llvm},a,${llvm}) PWB0202`);
    }
  });

  it("that cannot hold name the two steps that contradict each other", () => {
    const builder = new PassManagerBuilder("any");
    for (const name of [llvm, "a", llvm]) builder.addPass(name, name === llvm ? { types: ["lowering.llvm"] } : {});
    builder.forContributor({ kind: "plugin", name: "x" }).rule(lowering).strong.before(llvm, BECAUSE);
    const { diagnostics } = builder.resolve();
    expect(diagnostics.map(renderDiagnostic).join("\n")).to
      .equal(`error[PWB0201]: strong rule does not hold: every pass of type Lowering must be before \`to-llvm\`
  --> plugin x
   = reason for the rule: "r"
   = position of \`to-llvm#2\`: base pipeline
   = position of \`to-llvm\`: base pipeline
   = both steps are subjects and targets of the rule, so no order satisfies the rule
   = the pipeline resolves if \`x\` is removed
help: change the rule so that no step is both a subject and a target
help: to ignore the rule, add \`overrides: [{ overrule: { type: Lowering }, before: to-llvm, reason: … }]\` to the config`);
  });

  it("hold once one of the two is banned, and the user's own orders are such rules", () => {
    const steps = [`${llvm}:lowering.llvm`, "a", `${llvm}:lowering.llvm`];
    const origin = { kind: "config", name: "config" } as const;
    const before = { subject: lowering, relation: "before", target: llvm } as const;
    expect(resolved(steps, [before], [{ ban: `${llvm}#2`, origin }])).to.equal(`any(${llvm},a)`);
    const order = { order: llvm, relation: "after", target: { type: "Lowering" }, origin } as const;
    expect(resolved([`+${llvm}:lowering.llvm`, "+a:Lowering"], [], [order])).to.equal(`any(a,${llvm})`);
    expect(resolved([`${llvm}:lowering.llvm`, "a:Lowering"], [], [order])).to.equal("no plan PWB0201");
  });

  it("about presence want another step than the subject", () => {
    const some = { subject: lowering, relation: "afterSome", target: llvm } as const;
    expect(resolved([`${llvm}:lowering.llvm`], [some])).to.equal("no plan PWB0201");
    expect(resolved([`${llvm}:lowering.llvm`, "a:Lowering"], [some])).to.equal("no plan PWB0201");
    expect(resolved([`${llvm}:lowering.llvm`, "a:Lowering"], [{ ...some, subject: "a" }])).to.equal(`any(${llvm},a)`);
    expect(resolved([`+a:Lowering`, `+${llvm}:lowering.llvm`], [{ ...some, subject: "a" }])).to.equal(`any(${llvm},a)`);
    const last = { subject: llvm, relation: "beforeSome", target: lowering } as const;
    expect(resolved([`+a:Lowering`, `+${llvm}:lowering.llvm`], [last])).to.equal(`any(${llvm},a)`);
    expect(resolved([`+${llvm}:lowering.llvm`], [{ ...last, isWeak: true }])).to.equal(`any(${llvm}) PWB0202`);
  });
});
