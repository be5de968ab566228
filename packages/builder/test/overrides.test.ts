import { expect } from "chai";
import { type Override, PassManagerBuilder, printPlan, type Resolution } from "@passwright/builder";

const origin = { kind: "config", name: "passwright.config.yaml", file: "passwright.config.yaml", line: 9 } as const;

/** Two plugins in one gap, `alpha` before `beta` by their names. */
function resolveWith(overrides: readonly Override[], weak = false): Resolution {
  const builder = new PassManagerBuilder("any", { framework: { name: "kiln" }, overrides });
  builder.addPass("lower");
  builder.addPass("tidy");
  builder.forParty({ kind: "plugin", name: "alpha" }).addBefore("lower", "a");
  const beta = builder.forParty({ kind: "plugin", name: "beta" });
  beta.addBefore("lower", "b", { types: ["LateOptimization"] });
  if (weak) beta.rule("b").weak.after("a", { reason: "rather so" });
  return builder.resolve();
}

const planOf = (resolution: Resolution): string | undefined => resolution.plan && printPlan(resolution.plan);

describe("a user's overrides", () => {
  it("order steps that meet in one gap, against names and weak rules", () => {
    const order: Override = { order: "b", relation: "before", target: { pass: "a" }, origin, reason: "ticket 41" };
    expect(planOf(resolveWith([]))).to.equal("any(a,b,lower,tidy)");
    expect(planOf(resolveWith([order]))).to.equal("any(b,a,lower,tidy)");
    const { plan, diagnostics } = resolveWith([order], true);
    expect(plan && printPlan(plan)).to.equal("any(b,a,lower,tidy)");
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).to.deep.equal(["warning PWB0202"]);
    expect(plan?.steps[0]?.notes).to.deep.equal([
      'before `alpha::a`, by a strong rule: "ticket 41" (config passwright.config.yaml:9)',
    ]);
  });

  it("are errors where they contradict a place", () => {
    const order: Override = { order: "a", relation: "after", target: { type: "LateOptimization" }, origin };
    expect(planOf(resolveWith([order]))).to.equal("any(b,a,lower,tidy)");
    const impossible: Override = { order: "a", relation: "after", target: { pass: "tidy" }, origin };
    expect(resolveWith([impossible]).diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0201"]);
  });

  it("keep a step that others want to change, and are told of when they contradict each other or mean nothing", () => {
    const told = (...overrides: Override[]): string[] => {
      const builder = new PassManagerBuilder("any", { overrides });
      for (const name of ["lower", "tidy"]) builder.addPass(name, { removable: true });
      const view = builder.forParty({ kind: "plugin", name: "alpha" });
      const answers = [view.remove("tidy"), view.replace("lower", "sink")].map(({ ok }) => (ok ? "done" : "refused"));
      const { plan, diagnostics } = builder.resolve();
      return [...answers, plan === undefined ? "no plan" : printPlan(plan), ...diagnostics.map(({ code }) => code)];
    };
    expect(told()).to.deep.equal(["done", "done", "any(sink)"]);
    expect(told({ pin: "tidy", origin })).to.deep.equal(["refused", "done", "any(sink,tidy)", "PWB0117"]);
    expect(told({ pin: "lower#1", origin })).to.deep.equal(["done", "refused", "any(lower)", "PWB0117"]);
    expect(told({ pin: "lower", origin }, { ban: "lower", origin }).slice(2)).to.deep.equal([
      "no plan",
      "PWB0117",
      "PWB0119",
    ]);
    expect(told({ pin: "melt", origin }).slice(2)).to.deep.equal(["any(sink)", "PWB0114"]);
    const order: Override = { order: "melt", relation: "before", target: { pass: "tidy" }, origin };
    expect(told(order).slice(2)).to.deep.equal(["any(sink)", "PWB0204"]);
  });

  it("ban what somebody puts in the place of another step, by either name", () => {
    for (const ban of ["sink", "lower"]) {
      const builder = new PassManagerBuilder("any", { overrides: [{ ban, origin }] });
      builder.addPass("lower");
      builder.addPass("tidy");
      builder.forParty({ kind: "plugin", name: "alpha" }).replace("lower", "sink");
      expect(planOf(builder.resolve())).to.equal("any(tidy)");
    }
  });

  it("leave out what is banned, whoever put it there", () => {
    expect(planOf(resolveWith([{ ban: "a", origin }]))).to.equal("any(b,lower,tidy)");
    expect(planOf(resolveWith([{ ban: "tidy", origin }]))).to.equal("any(a,b,lower)");
  });
});
