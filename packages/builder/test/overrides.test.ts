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

  it("leave out what is banned, whoever put it there", () => {
    expect(planOf(resolveWith([{ ban: "a", origin }]))).to.equal("any(b,lower,tidy)");
    expect(planOf(resolveWith([{ ban: "tidy", origin }]))).to.equal("any(a,b,lower)");
  });
});
